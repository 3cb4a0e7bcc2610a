import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, searchPath } from '../process/child-environment.ts';
import { checkWriters, currentAccount } from './check-writers.ts';
import { createPathLocator } from './locate-path.ts';
import { unlessRefusedLater } from '../files/system-error.ts';

/** A program found by its name on the PATH. */
export interface Executable {
  /** The file itself, every link resolved. */
  readonly path: string;
  /** Its path on the PATH; differs from `path` for a link. Programs such as busybox or rustup act by this name. */
  readonly foundAs: string;
}

/**
 * Finds the executable of a bare name, like a shell, but only in absolute PATH entries, and skipping files that users
 * other than root and we could have put there or changed. Shape: "git" → { path: "/usr/bin/git", foundAs:
 * "/usr/bin/git" }
 * @returns null for a name with a path separator, and when no regular, executable file has that name.
 */
export function findExecutable(name: string, env: Environment): Promise<Executable | null> {
  return lookUp(name, env, createLookUp());
}

/** Looks up many names like `findExecutable`, caching directories: use it at once, because programs change. */
export function createExecutableFinder(env: Environment): (name: string) => Promise<Executable | null> {
  const state = createLookUp();
  const listings = new Map(searchPath(env).map((directory) => [directory, listNames(directory)]));
  return (name) =>
    lookUp(name, env, { ...state, mayHave: async (directory) => (await listings.get(directory))?.has(name) ?? true });
}

interface LookUp {
  readonly account: ReturnType<typeof currentAccount>;
  readonly locate: ReturnType<typeof createPathLocator> | null;
  /** False: the directory has no entry with that name. */
  readonly mayHave?: (directory: string) => Promise<boolean>;
}

function createLookUp(): LookUp {
  const account = currentAccount();
  return { account, locate: account && createPathLocator(account) };
}

/** @returns undefined for a directory that cannot be listed but may contain programs. */
async function listNames(directory: string): Promise<ReadonlySet<string> | undefined> {
  const names = await unlessRefusedLater(readdir(directory), () => undefined);
  return names && new Set(names);
}

async function lookUp(
  name: string,
  env: Environment,
  { account, locate, mayHave }: LookUp,
): Promise<Executable | null> {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) return null;
  for (const directory of searchPath(env)) {
    if (mayHave !== undefined && !(await mayHave(directory))) continue;
    const found = await resolveExecutable(join(directory, name));
    if (found === null) continue;
    const located = locate?.(found.foundAs);
    // Without user ids this cannot be checked.
    if (!located || !account) return found;
    const isOurs = !located.refusal && checkWriters(located.path, located.stats, account) === undefined;
    if (isOurs && located.path === found.path) return found;
  }
  return null;
}

/** Resolves an absolute path to its program. @returns null unless it leads to a regular file that we may execute. */
export async function resolveExecutable(foundAs: string): Promise<Executable | null> {
  const resolving = async (): Promise<Executable | null> => {
    const path = await realpath(foundAs);
    if (!(await stat(path)).isFile()) return null;
    await access(path, constants.X_OK);
    return { path, foundAs };
  };
  // Missing, forbidden, a broken or circular link, a file used as a directory: each counts as not found.
  return unlessRefusedLater(resolving(), () => null);
}
