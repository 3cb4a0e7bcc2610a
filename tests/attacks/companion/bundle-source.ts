import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ALIASES } from '../../../scripts/aliases.js';
import { ROOT } from '../../architecture/read-imports.ts';

/** One place in the sources that is other than it was written. */
export interface Mutation {
  /** From the repository's root. */
  readonly file: string;
  /** Has to be there exactly once. */
  readonly from: string;
  readonly to: string;
}

/**
 * Makes one file of a program, from the sources, with some places changed.
 *
 * @param entry from the repository's root.
 * @param directory gets `dist/program.mjs`, and the package.json that a program looks for beside its `dist`.
 * @returns the file's path.
 * @throws when a mutation's snippet is not in its file exactly once.
 */
export async function bundleSource(
  entry: string,
  directory: string,
  mutations: readonly Mutation[] = [],
): Promise<string> {
  const applied = new Set<Mutation>();
  const bundle = await rolldown({
    input: join(ROOT, entry),
    platform: 'node',
    // What is attacked is what is written, whatever `dist` holds.
    resolve: { alias: ALIASES },
    plugins: [
      {
        name: 'mutate',
        transform(code, id) {
          const here = mutations.filter(({ file }) => id === join(ROOT, file));
          if (here.length === 0) return null;
          for (const mutation of here) applied.add(mutation);
          return { code: here.reduce(mutate, code) };
        },
      },
    ],
  });
  const file = join(directory, 'dist/program.mjs');
  mkdirSync(join(directory, 'dist'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module', version: '0.0.0' }));
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  const missing = mutations.filter((mutation) => !applied.has(mutation));
  if (missing.length > 0) throw new Error(`No part of the program: ${missing.map((one) => one.file).join(', ')}`);
  return file;
}

function mutate(code: string, { file, from, to }: Mutation): string {
  const parts = code.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, and not once: ${from}`);
  return parts.join(to);
}
