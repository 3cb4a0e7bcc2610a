import { relative } from 'node:path';
import type { Environment } from '@atip/node';

/**
 * The directory whose programs a discovery passes over, since whoever wrote the project could have put them there.
 *
 * A working directory that has the user's home in it, such as `/`, is no project: nothing would be left to find.
 * @returns undefined when calls run in no project.
 */
export function projectDirectory(cwd: string, { HOME }: Environment): string | undefined {
  const holdsHome = HOME !== undefined && !/^\.\.(?:\/|$)/.test(relative(cwd, HOME));
  return cwd === '/' || holdsHome ? undefined : cwd;
}
