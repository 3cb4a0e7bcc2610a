import type { Parameter } from '../commands/parameters.ts';
import { ArgumentValidationError } from '../errors/execute-errors.ts';
import { getOwn } from '../json/is-record.ts';

/** One value as it will stand on the command line. */
export interface ValueText {
  readonly text: string;
  /** One of the values that the metadata lists: no injection, whatever it starts with. */
  readonly authored: boolean;
}

/**
 * Where a relative path is only a path: its first step is made of what names are made of. A leading dash is left to those
 * who know whether it matters. Not of that kind are, among others, `host:file` for tar and rsync, `:/` for git, `(` and `!`
 * for find, `name=value` for awk and make, `|command` for perl, `concat:a|b` for ffmpeg. A drive of Windows is no host, and
 * `\\server\share` there is another file than with `./` before it.
 */
const PLAIN_PATH =
  /^(?:[\p{L}\p{M}\p{N}._~ -]*(?:\/|$)|[a-z]:[\\/]|\\\\[\p{L}\p{M}\p{N}._-]+\\[\p{L}\p{M}\p{N}._~ $\\-]+$)/iu;

/**
 * The texts of one parameter's checked value; a list has one per item.
 *
 * Shape: `["a", 5]` → `[{ text: "a", authored: false }, { text: "5", authored: false }]`.
 * A path that a program could take for more than a path is written as `./x`, which means the same file: compilers and
 * curl would read the file `x` for `@x` and take what is in it for their arguments. Other texts may start with it
 * (`@scope/package`), unless the metadata says `x-at-file`; they may hold line breaks, unless it says `x-one-line`, as for a
 * header of HTTP, which ends there and the next one begins.
 *
 * @throws ArgumentValidationError when a value is neither text nor number, would make the program read a file, or is of several
 * lines where only one can be
 */
export function valueTexts({ source, key }: Parameter, value: unknown): ValueText[] {
  const authored = new Set<unknown>(Array.isArray(source.enum) ? source.enum.map(toText) : []);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    const text = toText(item);
    if (text === undefined) throw refusal(key, 'is neither text nor a number');
    if (authored.has(text)) return { text, authored: true };
    if (isPath(source)) return { text: PLAIN_PATH.test(text) ? text : `./${text}`, authored: false };
    if (source['x-at-file'] === true && text.startsWith('@'))
      throw refusal(key, 'must not start with "@": the program would read that file');
    if (getOwn(source, 'x-one-line') === true && text.includes('\n'))
      throw refusal(key, 'must be one line: what follows would be read as something of its own');
    return { text, authored: false };
  });
}

/** True if a parameter names a file or directory, so that `./` before it changes nothing. */
export function isPath({ type }: Parameter['source']): boolean {
  return type === 'file' || type === 'directory';
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) ? String(value) : undefined;
}

/** Why a value cannot be put on a command line, as the error that the caller throws. */
export function refusal(parameter: string, problem: string): ArgumentValidationError {
  return new ArgumentValidationError([{ code: 'INVALID_FORMAT', message: `"${parameter}" ${problem}.`, parameter }]);
}
