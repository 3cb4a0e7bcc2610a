import { isInside } from '../files/real-path.ts';
import { realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute, resolve } from 'node:path';
import type { Environment } from '../process/child-environment.ts';
import {
  type Account,
  type LocatePath,
  type ProgramRefusal,
  checkWriters,
  createPathLocator,
  currentAccount,
} from '../executables/find-executable.ts';
import { allowedOr } from '../files/system-error.ts';

/** A PATH entry whose programs only root and the account can have installed. */
export interface SafeDirectory {
  readonly safe: true;
  /** As written in the PATH. */
  readonly path: string;
  /** With every link resolved. */
  readonly real: string;
}

/** A PATH entry, with the reason if it is ignored. */
export type PathDirectory = SafeDirectory | (ProgramRefusal & { readonly safe: false; readonly path: string });

export interface PathSearch {
  /** The account whose programs are listed; `currentAccount()` returns ours. */
  readonly account: Account;
  readonly locate: LocatePath;
  /** The current project: entries in it are ignored. Absent: none is ignored for that reason. */
  readonly projectDirectory?: string | undefined;
  /** Includes directories named `sbin`. Absent: false. */
  readonly systemAdministration?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Judges each entry of PATH, in its order; entries for the same directory count once. A missing one has the code
 * `missing`.
 * Shape: { PATH: "/usr/bin:." } → [{ safe: true, path: "/usr/bin", real: "/usr/bin" }, { safe: false, code:
 * "relative-path", … }]
 */
export function checkPathDirectories(env: Environment, settings: PathSearch): PathDirectory[] {
  const isInProject = createProjectCheck(settings.projectDirectory);
  const seen = new Set<string>();
  const directories: PathDirectory[] = [];
  for (const path of env.PATH?.split(delimiter) ?? []) {
    const directory = judge(path, settings, isInProject);
    const key = directory.safe ? directory.real : path;
    if (!seen.has(key)) directories.push(directory);
    seen.add(key);
  }
  return directories;
}

function judge(path: string, settings: PathSearch, isInProject: ProjectCheck): PathDirectory {
  const unsafe = (refusal: ProgramRefusal): PathDirectory => ({ safe: false, path, ...refusal });
  if (!isAbsolute(path)) {
    return unsafe({ code: 'relative-path', reason: 'It depends on where a program is started; use an absolute path.' });
  }
  const { path: real, stats, refusal } = settings.locate(path);
  if (refusal !== undefined) return unsafe(refusal);
  if (!stats.isDirectory()) return unsafe({ code: 'not-a-directory', reason: 'It is not a directory.' });
  if (isInProject(path, real)) {
    return unsafe({ code: 'inside-project', reason: 'It lies in the project, whose files are not trusted to run.' });
  }
  if (basename(real) === 'sbin' && settings.systemAdministration !== true) {
    return unsafe({ code: 'system-administration', reason: 'Its programs are for administering the system.' });
  }
  const writers = checkWriters(real, stats, settings.account);
  return writers === undefined ? { safe: true, path, real } : unsafe(writers);
}

/** True for a path inside a project, by its name or its link target. */
export type ProjectCheck = (path: string, real: string) => boolean;

/** Makes the check of a project; its own links are resolved once. Without a project it is always false. */
export function createProjectCheck(project: string | undefined): ProjectCheck {
  if (project === undefined) return () => false;
  const named = resolve(project);
  // A missing project has no links to resolve.
  const actual = allowedOr(named, () => realpathSync(project));
  return (path, real) => isInside(resolve(path), named) || isInside(real, actual);
}

/**
 * Reduces a PATH to the directories where only root and we can install programs: `#!/usr/bin/env node` runs the first
 * `node` there. @param projectDirectory entries in it are removed. @returns the unchanged PATH without user ids.
 */
export function safeSearchPath(env: Environment, projectDirectory?: string): string {
  const account = currentAccount();
  if (account === null) return env.PATH ?? '';
  const directories = checkPathDirectories(env, {
    account,
    locate: createPathLocator(account),
    systemAdministration: true,
    projectDirectory,
  });
  return directories.flatMap(({ safe, path }) => (safe ? [path] : [])).join(delimiter);
}

/** Checks the entries of a PATH for this account; empty without user ids. */
export function checkSearchPath(env: Environment): PathDirectory[] {
  const account = currentAccount();
  return account === null
    ? []
    : checkPathDirectories(env, { account, locate: createPathLocator(account), systemAdministration: true });
}
