import { type AtipEffects, SAFETY_FLAGS, safetyFlags } from '@atip/core';

const HARMS: readonly (readonly [string, (effects: AtipEffects) => boolean])[] = [
  ['destroy', ({ destructive }) => destructive === true],
  ['delete files', ({ filesystem }) => filesystem?.delete === true],
  ['write files', ({ filesystem }) => filesystem?.write === true],
  ['use the network', ({ network }) => network === true],
  ['cost money', ({ cost }) => cost?.billable === true],
  ['not be undone', ({ reversible }) => reversible === false],
];

/** What is no statement at all about harm leaves room for any. */
function isOpen({ destructive, filesystem, network }: AtipEffects): boolean {
  return [destructive, filesystem?.write, filesystem?.delete, network].includes(undefined);
}

/**
 * Says in words what commands may do, all of them taken together, gravest first.
 *
 * Shape: `[{ network: true }, …]` → `"use the network; the rest is not stated"`; `"only read"` when each states that it does no more
 */
export function describeEffects(all: readonly AtipEffects[]): string {
  if (all.length === 0) return 'nothing known';
  const stated = HARMS.filter(([, holds]) => all.some(holds)).map(([words]) => words);
  if (stated.length > 0) return stated.join(', ') + (all.some(isOpen) ? '; the rest is not stated' : '');
  if (all.every((effects) => safetyFlags(effects).includes(SAFETY_FLAGS.READ_ONLY))) return 'only read';
  return all.some(isOpen) ? 'not stated' : 'change nothing';
}
