/** What the metadata says about options that go, or do not go, together. */
import type { Parameter } from '@atip/core';

export interface Relations {
  /** Keys of options that are not to be given together with this one. */
  readonly exclusive: readonly string[];
  /** Keys of options that have to be given with it. */
  readonly depends: readonly string[];
}

/** How a parameter stands to the others of its command; flags that none of them has are left out. */
export function relationsOf(parameter: Parameter, all: readonly Parameter[]): Relations {
  if (parameter.kind === 'argument') return { exclusive: [], depends: [] };
  const keysOf = (flags: readonly string[] = []): readonly string[] => [
    ...new Set(flags.flatMap((flag) => all.find((other) => hasFlag(other, flag))?.key ?? [])),
  ];
  return { exclusive: keysOf(parameter.source['x-exclusive']), depends: keysOf(parameter.source['x-depends']) };
}

/**
 * What of these relations the arguments break, as sentences.
 *
 * Only the program itself enforces them: validation and the policy do not know them.
 */
export function conflictsOf(
  parameter: Parameter,
  all: readonly Parameter[],
  args: Readonly<Record<string, unknown>>,
): readonly string[] {
  const isGiven = (key: string): boolean => args[key] !== undefined && args[key] !== null && args[key] !== false;
  if (!isGiven(parameter.key)) return [];
  const { exclusive, depends } = relationsOf(parameter, all);
  return [
    ...exclusive.filter(isGiven).map((key) => `Excludes ${key}, which is given too; the program may refuse both.`),
    ...depends.filter((key) => !isGiven(key)).map((key) => `Needs ${key}, which is not given.`),
  ];
}

function hasFlag(parameter: Parameter, flag: string): boolean {
  return parameter.kind === 'option' && parameter.source.flags.includes(flag);
}
