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

/** Programs that only delete: they bring no file. */
export const DELETES: RegExp = /^g?(?:rm|rmdir|unlink)$/;

/** Wrapper scripts of builders, which are in a project under names of their own. */
const WRAPPER_SCRIPTS: Readonly<Record<string, string>> = { gradlew: 'gradle', mvnw: 'mvn' };

/** The name of the document for a file: `bin/rails` is judged as rails, too. */
export function documentOf(file: string): string {
  const name = programName(file);
  return Object.hasOwn(WRAPPER_SCRIPTS, name) ? (WRAPPER_SCRIPTS[name] ?? name) : name;
}
