/** The system's directories of programs. A program of that name elsewhere may be another one. */
const STANDARD = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/[^/]+$/;

/** True for a program named by a path that does not identify it: `./git`, `/tmp/git`. */
export function isForeign(program: string): boolean {
  return program.includes('/') && !STANDARD.test(program);
}

/**
 * The name of a program as documents have it: `/usr/bin/git` is git.
 * @example
 * ```ts
 * import { programName } from '@atip/shell';
 * programName('/usr/bin/git'); // 'git'
 * ```
 */
export function programName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}
