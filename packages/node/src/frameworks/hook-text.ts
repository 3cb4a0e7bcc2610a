import { readFile } from 'node:fs/promises';
import { unlessMissing } from '../files/system-error.ts';

/** Written by scripts/build-hook.mjs; beside this file where it is built or bundled, and in `dist` for the sources. */
const PLACES: readonly string[] = ['./program-hook.mjs', '../../dist/frameworks/program-hook.mjs'];

/**
 * The module that describes a program from inside of it, as one text without imports but Node's own.
 * @throws Error where it was not built
 */
export async function readHook(): Promise<Uint8Array> {
  for (const place of PLACES) {
    const bytes = await unlessMissing(readFile(new URL(place, import.meta.url)));
    if (bytes !== undefined) return bytes;
  }
  throw new Error('program-hook.mjs is missing: `npm run build:packages` writes it.');
}

/** Where a hooked program reads the hook; its answer is written to the next descriptor. */
const HOOK = 3;

/** Reads the hook, and is small enough for the environment. A program that a hooked one starts has no such descriptor, and no hook. */
const START = `import{readFileSync}from'node:fs';let b;try{b=readFileSync(${HOOK},'base64')}catch{}const u='data:text/javascript;base64,'+b;if(b)await import(u)`;

/** Makes each Node of this environment begin with the hook. Node 18.19, 20.6 and newer know the option. */
export const HOOKED: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(START)}`,
};
