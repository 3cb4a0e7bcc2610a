import type { RuntimeReport } from './report.ts';
import { CHROMIUM } from './runners/chromium.ts';
import { CONSOLE_RUNTIMES } from './runners/console-runtimes.ts';
import { FIREFOX } from './runners/firefox.ts';
import type { Runtime } from './runners/runtime.ts';
import { WORKERD } from './runners/workerd.ts';

/** The rows of the matrix. */
export const RUNTIMES: readonly Runtime[] = [...CONSOLE_RUNTIMES, WORKERD, CHROMIUM, FIREFOX];

/** How many run at a time. */
const LANES = 2;

/** What became of one runtime. */
export type Row =
  | { readonly name: string; readonly seconds: number; readonly report: RuntimeReport }
  | { readonly name: string; readonly error: unknown }
  | { readonly name: string; readonly leftOut: string };

/** Runs the suite that lies in the directory in every runtime, two at a time; in their order. Never rejects. */
export async function runMatrix(directory: string, runtimes: readonly Runtime[] = RUNTIMES): Promise<Row[]> {
  const rows = new Map<Runtime, Row>();
  const waiting = runtimes.values();
  const work = async (): Promise<void> => {
    // One iterator for all lanes: each takes what is next.
    for (const runtime of waiting) rows.set(runtime, await runOne(runtime, directory));
  };
  await Promise.all(Array.from({ length: LANES }, work));
  return runtimes.map((runtime) => rows.get(runtime) ?? { name: runtime.name, error: new Error('It was not run.') });
}

async function runOne({ name, missing, run }: Runtime, directory: string): Promise<Row> {
  const leftOut = missing?.();
  if (leftOut !== undefined) return { name, leftOut };
  const started = performance.now();
  try {
    const report = await run(directory);
    return { name, seconds: (performance.now() - started) / 1_000, report };
  } catch (error) {
    return { name, error };
  }
}
