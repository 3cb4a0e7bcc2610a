import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { systemErrorCode } from '../files/system-error.ts';

/** Whether something lies in a project, by its name or where its links lead. */
export type ProjectCheck = (path: string, real: string) => boolean;

/**
 * Makes the check of a project; its own links are resolved once.
 *
 * @param project absent: nothing lies in it
 */
export function createProjectCheck(project: string | undefined): ProjectCheck {
  if (project === undefined) return () => false;
  const [named, actual] = [resolve(project), realPath(project)];
  return (path, real) => isInside(path, named) || isInside(real, actual);
}

function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === '' || !(way === '..' || way.startsWith('../') || isAbsolute(way));
}

/** A project that does not exist has no links to resolve. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return resolve(path);
  }
}
