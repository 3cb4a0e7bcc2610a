import { readFile } from 'node:fs/promises';
import { unlessMissing } from '../files/system-error.ts';

/** Written by scripts/build-hook.mjs; beside this file when built or bundled, and in `dist` for the sources. */
const PLACES: readonly string[] = ['./program-hook.mjs', '../../dist/frameworks/program-hook.mjs'];

/**
 * The module that describes a program from the inside, as one text that imports only Node's modules. @throws Error if
 * it was not built
 */
export async function readHook(): Promise<Uint8Array> {
  for (const place of PLACES) {
    const bytes = await unlessMissing(readFile(new URL(place, import.meta.url)));
    if (bytes !== undefined) return bytes;
  }
  throw new Error('program-hook.mjs is missing: `npm run build:packages` writes it.');
}

/** Variable with the descriptors of a hooked program: one to read the hook from, one for its answer. */
const NAME = 'DESCRIBED_THROUGH';

/**
 * Reads the hook, and is short enough for the environment. Programs that a hooked one starts in another way lack these
 * descriptors.
 */
const START = `import{readFileSync}from'node:fs';const d=process.env.${NAME},u='data:text/javascript;base64,';delete process.env.${NAME};if(d){globalThis.__atipAnswer=Number(d.split(',')[1]);await import(u+readFileSync(Number(d.split(',')[0]),'base64'))}`;

/** Makes every Node in this environment load the hook first. Node 18.19, 20.6 and newer know the option. */
export const HOOKED: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(START)}`,
  [NAME]: '3,4',
};
