import { readSources } from '../architecture/read-imports.ts';

/** What lies in a package beside its manifest and what is compiled. Literal: another file is a decision. */
const BESIDE = ['LICENSE', 'README.md', 'package.json'];

const EXTRA: Readonly<Record<string, readonly string[]>> = { 'packages/shims': ['THIRD_PARTY_LICENSES.txt'] };

/** The Worker is deployed from a checkout, so what only it is made of stays out of the companion's package. */
const LEFT_OUT = /^server\/src\/edge(?:\.ts$|\/)/;

/**
 * The files that a package must consist of, the page left aside: two for each source that is no test, and a few by name. Sorted.
 *
 * @param folder such as `packages/core`
 */
export function expectedFiles(folder: string): readonly string[] {
  const sources = readSources(`${folder}/src`).filter(({ path }) => !LEFT_OUT.test(path));
  const compiled = sources.flatMap(({ path }) => {
    const stem = path.slice(`${folder}/src/`.length).replace(/\.ts$/, '');
    return [`dist/${stem}.js`, `dist/${stem}.d.ts`];
  });
  return [...BESIDE, ...(EXTRA[folder] ?? []), ...compiled].sort();
}

/** The rooms of a package: its files with those of a folder, and hashes of the page, drawn together. Sorted, each once. */
export function roomsOf(files: readonly string[]): readonly string[] {
  const rooms = files.map((path) => {
    const [top, room = '', below] = path.split('/');
    if (top === 'dist') return below === undefined ? 'dist/*' : `dist/${room}/`;
    return path.replace(/(?<=^page\/assets\/).*?(?=\.(?:js|css|ttf)(?:\.br)?$)/, '*');
  });
  return [...new Set(rooms)].sort();
}
