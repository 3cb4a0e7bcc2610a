/** Where systems keep their programs. A program of that name anywhere else may be another. */
const STANDARD = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\/[^/]+$/;

/** True if a program is named by a path that says nothing of what it is: `./git`, `/tmp/git`. */
export function isForeign(program: string): boolean {
  return program.includes('/') && !STANDARD.test(program);
}

/** The name of a program as documents have it: `/usr/bin/git` is git. */
export function programName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}
