import { changesOf, effectsOf, effectsWith, harmOfSource } from '../commands/effects-of.ts';
import { isOutside } from '../places/paths.ts';
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
