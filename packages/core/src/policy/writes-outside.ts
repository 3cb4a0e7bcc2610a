import { changesOf, effectsOf, effectsWith, harmOfSource } from '../commands/effects-of.ts';
import { isPath, parametersOf, valuesFor } from '../commands/parameters.ts';
import type { AtipEffects, CommandMapping } from '../types/tool.ts';
import type { WritableDirectories } from '../types/validation.ts';

/**
 * The paths outside the writable directories that a call writes: values of parameters of type `file` and `directory`,
 * and paths in its effects.
 *
 * Shape: `cp a /etc/b` → `["/etc/b"]`. A parameter whose `x-effects` state `"write": false`, as the source of `cp`
 * does, is only read. If the command itself writes nothing, only parameters that add writing count, such as `--output`.
 *
 * @param directories absent: relative paths below the current directory, and `/tmp`
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

/** The values of a call's `file` and `directory` parameters that may be written. */
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

/** Every program may write here, and nothing is kept. */
const NOWHERE = /^\/(?:dev\/(?:null|stdout|stderr|tty|fd\/\d+)$|tmp(?:\/|$))/;

/** True if a path is outside the writable directories, `/tmp` and devices such as `/dev/null`. */
export function isOutside(path: string, { cwd, writable }: Partial<WritableDirectories> = {}): boolean {
  if (path === '' || path === '-') return false;
  if (path.startsWith('~') || path.includes('$')) return true;
  const start = path.startsWith('/') ? '' : cwd;
  const steps = stepsOf(start === undefined ? path : `${start}/${path}`);
  // The starting directory is unknown: only leading `..` steps leave it.
  if (start === undefined) return steps[0] === '..';
  const whole = `/${steps.join('/')}`;
  const allowed = (writable ?? (cwd === undefined ? [] : [cwd])).map((one) => `/${stepsOf(one).join('/')}`);
  return (
    !NOWHERE.test(whole) && !allowed.some((one) => whole === one || whole.startsWith(one === '/' ? one : `${one}/`))
  );
}

/** The steps of a path, with `.` and, where possible, `..` resolved. */
function stepsOf(path: string): string[] {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '..' || !path.startsWith('/')) steps.push(step);
  }
  return steps;
}
