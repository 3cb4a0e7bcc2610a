import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { ALIASES, NODE_ALIASES } from '../../../scripts/aliases.js';
import { ROOT } from '../../architecture/read-imports.ts';

/** One place in the sources that is other than it was written. */
export interface Mutation {
  /** From the repository's root. */
  readonly file: string;
  /** Has to be there exactly once. */
  readonly from: string;
  readonly to: string;
}

/** Mutations that are made together. */
export type Mutant = readonly Mutation[];

/** The environment variable that says which mutant a bundle runs as, by its number. Absent: as it was written. */
export const MUTANT = 'ATIP_TEST_MUTANT';

/**
 * Makes one file of a program, from the sources. All mutants are in it: of each file that one changes, the bundle holds a copy
 * for each, and its importers get the chosen one.
 *
 * @param entry from the repository's root.
 * @param directory gets `dist/program.mjs`, and the package.json that a program looks for beside its `dist`.
 * @returns the file's path.
 * @throws when a mutation's snippet is not in its file exactly once, or its file is no part of the program.
 */
export async function bundleSource(entry: string, directory: string, mutants: readonly Mutant[] = []): Promise<string> {
  const unused = new Set(mutants.flat().map(({ file }) => join(ROOT, file)));
  const bundle = await rolldown({
    input: join(ROOT, entry),
    platform: 'node',
    // The attacks target the sources, not `dist`.
    resolve: { alias: { ...ALIASES, ...NODE_ALIASES } },
    plugins: [chooseMutant(mutants, unused)],
  });
  const file = join(directory, 'dist/program.mjs');
  mkdirSync(join(directory, 'dist'), { recursive: true });
  symlinkSync(join(ROOT, 'packages/catalog/documents'), join(directory, 'documents'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module', version: '0.0.0' }));
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  if (unused.size > 0) throw new Error(`No part of the program: ${[...unused].join(', ')}`);
  return file;
}

function chooseMutant(mutants: readonly Mutant[], unused: Set<string>): Plugin {
  const mutated = new Set(unused);
  const isCopy = (id: string): boolean => id.includes('?mutant=');
  return {
    name: 'choose-mutant',
    resolveId(source, importer) {
      if (isCopy(source)) return source;
      return importer !== undefined && isCopy(importer) ? this.resolve(source, importer.split('?')[0]) : null;
    },
    load(id) {
      const [path = '', query] = id.split('?mutant=');
      if (!mutated.has(path)) return null;
      unused.delete(path);
      const code = readFileSync(path, 'utf8');
      const mutationsOf = (mutant: Mutant = []): Mutation[] => mutant.filter(({ file }) => join(ROOT, file) === path);
      if (query !== undefined)
        return { code: mutationsOf(mutants[Number(query)]).reduce(mutate, code), moduleType: 'ts' };
      const copies = mutants.flatMap((mutant, at) => (mutationsOf(mutant).length > 0 ? [at] : []));
      return { code: choiceOf(path, code, copies), moduleType: 'js' };
    },
  };
}

/** A module with the exports of another, or of one of its copies. */
function choiceOf(path: string, code: string, copies: readonly number[]): string {
  const exported = [...code.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(([, name]) => name);
  // Overloads are one function.
  const names = [...new Set(exported)];
  if (/^export (?:\{|\*|default)/m.test(code)) throw new Error(`${path} exports in another way.`);
  return [
    `import * as intact from '${path}?mutant=none';`,
    ...copies.map((at) => `import * as mutant${at} from '${path}?mutant=${at}';`),
    `const chosen = { ${copies.map((at) => `'${at}': mutant${at}`).join(', ')} }[process.env.${MUTANT}] ?? intact;`,
    ...names.map((name) => `export const ${name} = chosen.${name};`),
  ].join('\n');
}

function mutate(code: string, { file, from, to }: Mutation): string {
  const parts = code.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, and not once: ${from}`);
  return parts.join(to);
}
