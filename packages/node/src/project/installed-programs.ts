import { dirname } from 'node:path';
import type { FindInstalled, PackageKind, ProgramQuery, Holding, ProjectView } from '@atip/shell';
import { createRealPath, isInside } from '../files/real-path.ts';
import { other } from './package-files.ts';
import { findNode } from './node-packages.ts';
import { findGo, findPhp, findRuby } from './other-packages.ts';
import { findPython } from './python-packages.ts';
import { workTreeAround } from './repositories.ts';

const FINDERS: Readonly<Record<PackageKind, (query: ProgramQuery, root: string) => Holding>> = {
  node: findNode,
  python: findPython,
  ruby: findRuby,
  php: findPhp,
  go: findGo,
};

/**
 * Makes a function that finds out whether a program comes from the project's packages: the lock file names its package,
 * the program is in the project's tree, no other user can write it, and it is as it was installed. It searches from a
 * directory up to the root of the project, reads files, and runs nothing.
 */
export function createInstalled({ root, whyForeign }: ProjectView): FindInstalled {
  return (query) => {
    if (!/^[\w@][\w.+/-]*$/.test(query.program) || query.program.includes('..'))
      return other(`${JSON.stringify(query.program)} is no name of an installed program`);
    const look = createRealPath();
    const directory = look(query.directory);
    if (directory === undefined || root === undefined) return other('it is not known which project this is');
    // Links in the path of a program are looked at by themselves.
    const path = query.path && pathIn(query.path, look);
    const start = path === undefined ? directory : dirname(path);
    const tree = isInside(start, root) ? root : whyForeign(start) === undefined ? workTreeAround(start) : undefined;
    if (tree === undefined) return other(`${start} is not in this project`);
    return FINDERS[query.packages]({ ...query, directory, path }, tree);
  };
}

/** The path with the links of its directory resolved. */
function pathIn(path: string, look: (path: string) => string | undefined): string | undefined {
  const cut = path.lastIndexOf('/');
  const directory = look(path.slice(0, cut));
  return directory === undefined ? undefined : directory + path.slice(cut);
}
