import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Sandbox, type ScanCounts, scanTools } from '@atip/node';
import type { Row } from './row.ts';

const MIB = 1_048_576;

/** Discovery on this machine's real PATH. */
export async function scanRows(sandbox: Sandbox): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'atip-bench-'));
  try {
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_DATA_DIRS: '/nowhere' };
    const listing = bestOf(5, () => listPath(env.PATH));
    await scan(env, sandbox, true);
    const cold = await scan(env, sandbox, true);
    const warm = [];
    for (let round = 0; round < 5; round++) warm.push(await scan(env, sandbox, false));
    const best = Math.min(...warm.map(({ duration }) => duration));
    const { executables, bytes, asked, marked, canonical, started } = cold.counts;
    const detail = `${executables} programs, ${Math.round(bytes / MIB)} MiB`;
    const baseline = { what: 'readdir and stat of the same PATH', value: listing };
    return [
      { id: 'scan-cold', what: 'cold scan of the PATH', value: cold.duration, unit: 'ms', baseline, detail },
      {
        id: 'scan-warm',
        what: 'warm scan of the PATH',
        value: best,
        unit: 'ms',
        baseline,
        detail: `best of 5; ${detail}`,
      },
      {
        id: 'asked-unmarked',
        what: 'programs without a marker that a cold scan asked',
        value: Math.max(0, asked - marked - canonical),
        unit: '',
        detail: `${asked} asked in ${started} processes, ${marked + canonical} with a marker`,
      },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

export async function scan(
  env: Record<string, string>,
  sandbox: Sandbox,
  refresh: boolean,
): Promise<{ counts: ScanCounts; duration: number }> {
  for await (const event of scanTools({ env, sandbox, refresh })) if (event.event === 'done') return event;
  throw new Error('The scan did not end.');
}

/** The least that any scan has to do. */
export function listPath(path: string): number {
  let files = 0;
  for (const directory of new Set(path.split(delimiter))) {
    try {
      for (const name of readdirSync(realpathSync(directory)))
        files += statSync(join(directory, name), { throwIfNoEntry: false })?.isFile() ? 1 : 0;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')))
        throw error;
    }
  }
  return files;
}

/** The shortest of some times, in ms. */
export function bestOf(rounds: number, task: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    task();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
