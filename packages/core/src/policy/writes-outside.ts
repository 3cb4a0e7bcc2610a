import { changesOf, effectsOf, effectsWith, harmOfSource } from '../commands/effects-of.ts';
import { isPath, parametersOf, valuesFor } from '../commands/parameters.ts';
import type { AtipEffects, CommandMapping } from '../types/tool.ts';
import type { WritableDirectories } from '../types/validation.ts';

/**
 * The paths outside the writable directories that a call writes: those of parameters of type `file` and `directory`, and those that
 * its effects name.
 *
 * Shape: `cp a /etc/b` → `["/etc/b"]`. A parameter whose `x-effects` state `"write": false`, as the source of `cp` does, is only
 * read. Where the command itself writes nothing, a parameter counts that adds writing, such as `--output`.
 *
 * @param directories absent: relative paths that stay below where they start, and `/tmp`
 */
export function writesOutside(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>> = {},
  directories?: WritableDirectories,
): string[] {
  const paths = effectsOf(mapping, args).filesystem?.paths ?? [];
  return [...(writes(effectsOf(mapping, args)) ? paths : []), ...writtenPaths(mapping, args)].filter((path) =>
    isOutside(path, directories),
  );
}

/** The values of a call's parameters of type `file` and `directory` that may be written, as the call gives them. */
export function writtenPaths(mapping: CommandMapping, args: Readonly<Record<string, unknown>> = {}): string[] {
  if (!writes(effectsOf(mapping, args))) return [];
  const changes = changesOf(mapping);
  const modes = changes.map(({ added: _added, values, ...change }) => ({
    ...change,
    values: values.map(({ added: _harm, ...one }) => one),
  }));
  const isWriting = writes(effectsWith(mapping.effects, modes, args));
  return parametersOf(mapping).flatMap((parameter) => {
    const isWritten = isWriting
      ? parameter.source['x-effects']?.filesystem?.write !== false
      : writes(harmOfSource(parameter.source));
    if (!isPath(parameter.source) || !isWritten) return [];
    return valuesFor(parameter, args).filter((one) => typeof one === 'string');
  });
}

function writes({ filesystem }: AtipEffects): boolean {
  return filesystem?.write === true || filesystem?.delete === true;
}

/** Written by everybody, and not kept. */
const NOWHERE = /^\/(?:dev\/(?:null|stdout|stderr|tty|fd\/\d+)$|tmp(?:\/|$))/;

/** True if a path lies outside the writable directories, `/tmp` and devices such as `/dev/null` apart. */
export function isOutside(path: string, { cwd, writable }: Partial<WritableDirectories> = {}): boolean {
  if (path === '' || path === '-') return false;
  if (path.startsWith('~') || path.includes('$')) return true;
  const start = path.startsWith('/') ? '' : cwd;
  const steps = stepsOf(start === undefined ? path : `${start}/${path}`);
  // Nothing is known of where it starts: it stays below, or not.
  if (start === undefined) return steps[0] === '..';
  const whole = `/${steps.join('/')}`;
  const allowed = (writable ?? (cwd === undefined ? [] : [cwd])).map((one) => `/${stepsOf(one).join('/')}`);
  return (
    !NOWHERE.test(whole) && !allowed.some((one) => whole === one || whole.startsWith(one === '/' ? one : `${one}/`))
  );
}

/** The steps of a path without `.` and, as far as it goes, without `..`. */
function stepsOf(path: string): string[] {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '..' || !path.startsWith('/')) steps.push(step);
  }
  return steps;
}
