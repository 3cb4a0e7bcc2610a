import { delimiter } from 'node:path';
import type { Environment } from '../environment/child-environment.ts';
import { currentAccount } from '../executables/current-account.ts';
import { createPathLocator } from '../executables/locate-path.ts';
import { checkPathDirectories } from './path-directories.ts';

/**
 * Cuts a PATH down to the directories in which only root and we can put programs.
 *
 * A script that starts with `#!/usr/bin/env node` runs the first `node` that the PATH of its environment has.
 * @param projectDirectory nothing in it counts. Absent: no directory is left out for that reason.
 * @returns the PATH as it is where users have no numbers, so that nobody can tell.
 */
export function safeSearchPath(env: Environment, projectDirectory?: string): string {
  const account = currentAccount();
  if (account === null) return env.PATH ?? '';
  const directories = checkPathDirectories(env, {
    account,
    locate: createPathLocator(account),
    systemAdministration: true,
    ...(projectDirectory !== undefined && { projectDirectory }),
  });
  return directories.flatMap(({ safe, path }) => (safe ? [path] : [])).join(delimiter);
}
