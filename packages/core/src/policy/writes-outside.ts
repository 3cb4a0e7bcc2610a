import {
  type Change,
  changesOf,
  effectsOf,
  effectsWith,
  harmOfSource,
  readableParameters,
} from '../commands/effects-of.ts';
import { loadsFile, losingParameters, replacesFile } from '../commands/lowered-effects.ts';
import { isOutside } from '../effects/paths.ts';
import { isPath, valuesFor } from '../commands/parameters.ts';
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
 * @param effects of the call
 */
export function writesOutside(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>> = {},
  directories?: WritableDirectories,
  effects: AtipEffects = effectsOf(mapping, args),
): string[] {
  if (!writes(effects)) return [];
  const paths = [...(effects.filesystem?.paths ?? []), ...writtenPaths(mapping, args, effects)];
  return paths.filter((path) => isOutside(path, directories));
}

/** The values of a call's parameters for files and directories that may be written. */
export function writtenPaths(
  mapping: CommandMapping,
  args: Readonly<Record<string, unknown>> = {},
  effects: AtipEffects = effectsOf(mapping, args),
): string[] {
  if (!writes(effects)) return [];
  const isWriting = writes(effectsWith(mapping.effects, modesOf(changesOf(mapping)), args));
  const parameters = readableParameters(mapping);
  const losing = losingParameters(mapping, args);
  const given = new Set(Object.keys(args).flatMap((key) => parameters.get(key) ?? []));
  return [...given].flatMap((parameter) => {
    const isLost = losing.has(parameter.source);
    const isNamed = (isPath(parameter.source) || replacesFile(parameter.source)) && !loadsFile(parameter.source);
    if (!isNamed && !isLost) return [];
    const isWritten =
      isLost ||
      (isWriting ? parameter.source['x-effects']?.filesystem?.write !== false : writes(harmOfSource(parameter.source)));
    const values = isWritten ? valuesFor(parameter, args).filter((one) => typeof one === 'string') : [];
    return mapping.tool.name === 'dd' ? values.flatMap((one) => /^of=(.*)$/s.exec(one)?.[1] ?? []) : values;
  });
}

const MODES = new WeakMap<readonly Change[], readonly Change[]>();

/** The changes without the harm that they add. */
function modesOf(changes: readonly Change[]): readonly Change[] {
  const known = MODES.get(changes);
  if (known) return known;
  const modes = changes.map(({ added: _added, values, ...change }) => ({
    ...change,
    values: values.map(({ added: _harm, ...one }) => one),
  }));
  MODES.set(changes, modes);
  return modes;
}

function writes({ filesystem }: AtipEffects): boolean {
  return filesystem?.write === true || filesystem?.delete === true;
}
