import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { homesOf, isEnvironmentFile, secretPlaces } from '@atip/core/internal';
import type { Environment } from '../process/child-environment.ts';
import { readStart } from '../files/read-bounded-file.ts';
import { type ExistingPath, isSystemDirectory } from '../files/real-path.ts';
import { allowedOr, systemErrorCode } from '../files/system-error.ts';

export interface HiddenPath {
  /** Every link resolved. */
  readonly path: string;
  readonly directory: boolean;
  /** True: opening it fails. Absent: it exists and is empty. */
  readonly sealed?: boolean;
}

/**
 * Lists the existing paths that no tool may read: keys, tokens, browser profiles, shell histories, our own state. Links
 * are followed, also those directly inside a directory. @param env ours; it may name other places for these files
 * @param more absolute paths of the caller
 */
export function secretPaths(
  home: string,
  env: Environment,
  more: readonly string[],
  existing: ExistingPath,
): HiddenPath[] {
  const own = homesOf(home, env);
  const places = secretPlaces({ ...own, more: [...(own.more ?? []), ...more] });
  const found = new Map<string, HiddenPath>();
  for (const place of places) {
    for (const hidden of hide(place, existing)) found.set(hidden.path, hidden);
  }
  return [...found.values()];
}

function hide(place: string, existing: ExistingPath): HiddenPath[] {
  const path = existing(place);
  // A variable with `/` would hide everything.
  if (path === null || path === '/') return [];
  const stats = statSync(path);
  if (!stats.isDirectory()) return [{ path, directory: false }];
  return [{ path, directory: true }, ...linkedFiles(path, existing)];
}

/** Targets of links in a hidden directory, which programs make that keep settings in a repository. */
function linkedFiles(directory: string, existing: ExistingPath): HiddenPath[] {
  return entriesOf(directory)
    .filter((entry) => entry.isSymbolicLink())
    .flatMap((entry) => existing(join(directory, entry.name)) ?? [])
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, directory: false }));
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    // Unreadable for us, and so for the tool.
    if (systemErrorCode(error) !== 'EACCES') throw error;
    return [];
  }
}

interface EnvironmentFiles {
  readonly files: readonly HiddenPath[];
  readonly notes: readonly string[];
}

export const NO_FILES: EnvironmentFiles = { files: [], notes: [] };

/** Most directory entries checked in one search: about 50 ms. */
const MAX_ENTRIES = 20_000;

/**
 * Finds the `.env` files of directories, which contain passwords of the projects there. Opening one fails: a program
 * that sees an empty file could save it like that. Limits: 20,000 entries, the nearest first, and none of installed
 * packages or in a directory of the system.
 * @param roots real paths
 * @param forGit true: a file that Git tracks stays, because it is in the repository anyway, and a missing file would
 * look like a change
 */
export function environmentFiles(roots: readonly string[], forGit: boolean, existing: ExistingPath): EnvironmentFiles {
  const open = new Set(roots.filter((root) => !isSystemDirectory(root)));
  const files: HiddenPath[] = [];
  let left = MAX_ENTRIES;
  // The set grows during the loop.
  for (const directory of open) {
    for (const entry of allowedOr([], () => entriesOf(directory))) {
      left -= 1;
      if (left < 0)
        return { files, notes: [`${roots.join(', ')}: too many files to find and hide each .env in them.`] };
      const path = join(directory, entry.name);
      if (entry.isDirectory() && !NOT_ENTERED.has(entry.name)) open.add(path);
      const isOne = isEnvironmentFile(entry.name) && !entry.isDirectory();
      const real = isOne ? existing(path) : null;
      if (real === null || !statSync(real).isFile() || (forGit && isTracked(path))) continue;
      files.push({ path: real, directory: false, sealed: true });
    }
  }
  return { files, notes: [] };
}

const NOT_ENTERED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'site-packages']);

/** Bytes read of an index, 16 MiB: about 150,000 files. */
const MAX_INDEX = 16_777_216;

/** True if the index of the surrounding repository contains a file. */
function isTracked(path: string): boolean {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    const index = readStart(join(at, '.git/index'), MAX_INDEX);
    if (index !== '') return index.includes(`${relative(at, path)}\0`);
  }
  return false;
}
