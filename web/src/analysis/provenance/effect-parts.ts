import { SAFETY_FLAGS, type SafetyFlag, safetyFlags } from '@atip/core';
import { type Level, levelParts, type Part } from './command-levels.ts';
import type { TargetCommand } from './target.ts';

/** A statement about effects that tells something if it has this value. */
type Statement = readonly [value: boolean, ...path: readonly string[]];

const READ_ONLY: readonly Statement[] = [
  [false, 'network'],
  [false, 'filesystem', 'write'],
];

/** What makes each flag, gravest first. @see ATIP 0.3 §8.2 rule 1 */
const FLAGS: Readonly<Record<SafetyFlag, readonly Statement[]>> = {
  [SAFETY_FLAGS.DESTRUCTIVE]: [[true, 'destructive']],
  [SAFETY_FLAGS.NOT_REVERSIBLE]: [[false, 'reversible']],
  [SAFETY_FLAGS.NOT_IDEMPOTENT]: [[false, 'idempotent']],
  [SAFETY_FLAGS.BILLABLE]: [[true, 'cost', 'billable']],
  [SAFETY_FLAGS.READ_ONLY]: READ_ONLY,
};

/** The harm that keeps a command from being read-only, besides the contrary of what would make it so. */
const NOT_READ_ONLY: readonly Statement[] = [
  [true, 'network'],
  [true, 'filesystem', 'write'],
  [true, 'filesystem', 'delete'],
  [true, 'destructive'],
  [false, 'reversible'],
  [true, 'cost', 'billable'],
];
const CHANGES: readonly string[] = ['creates', 'modifies', 'deletes'];

/** What the safety flags of a command were made from. */
export function flagParts({ levels, effects }: Pick<TargetCommand, 'levels' | 'effects'>): Part[] {
  return safetyFlags(effects).flatMap((flag) => statedParts(levels, FLAGS[flag]));
}

/** What one of MCP's four hints was made from; `[]` where nothing is stated and the hint is the worst. */
export function hintParts(levels: readonly Level[], hint: string, value: unknown): Part[] {
  if (hint === 'idempotentHint') return anyParts(levels, ['idempotent']);
  if (hint === 'openWorldHint') return anyParts(levels, ['network']);
  if (hint === 'readOnlyHint') return value === true ? statedParts(levels, READ_ONLY) : harmParts(levels);
  const stated = anyParts(levels, ['destructive']);
  // What is read-only is not destructive, whether it says so or not.
  return stated.length > 0 || value === true ? stated : statedParts(levels, READ_ONLY);
}

function harmParts(levels: readonly Level[]): Part[] {
  const changes = CHANGES.flatMap((name) =>
    levelParts(levels, ['effects', name], (value) => Array.isArray(value) && value.length > 0),
  );
  return [...statedParts(levels, NOT_READ_ONLY), ...changes];
}

function statedParts(levels: readonly Level[], statements: readonly Statement[]): Part[] {
  return statements.flatMap(([wanted, ...path]) =>
    levelParts(levels, ['effects', ...path], (value) => value === wanted),
  );
}

function anyParts(levels: readonly Level[], path: readonly string[]): Part[] {
  return levelParts(levels, ['effects', ...path], (value) => typeof value === 'boolean');
}
