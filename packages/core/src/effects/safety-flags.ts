import type { AtipEffects } from '../types/tool.ts';

/**
 * The words by which a description tells a model about effects.
 *
 * @see ATIP 0.3 §8.2 rule 1
 * @example
 * ```ts
 * import { SAFETY_FLAGS } from '@atip/core';
 * const isMarked = (description: string) => description.includes(SAFETY_FLAGS.DESTRUCTIVE);
 * ```
 */
export const SAFETY_FLAGS = {
  DESTRUCTIVE: '\u26a0\ufe0f DESTRUCTIVE',
  NOT_REVERSIBLE: '\u26a0\ufe0f NOT REVERSIBLE',
  NOT_IDEMPOTENT: '\u26a0\ufe0f NOT IDEMPOTENT',
  BILLABLE: '\ud83d\udcb0 BILLABLE',
  READ_ONLY: '\ud83d\udd12 READ-ONLY',
} as const;

export type SafetyFlag = (typeof SAFETY_FLAGS)[keyof typeof SAFETY_FLAGS];

/** The flags that hold for these effects, gravest first. */
export function safetyFlags(effects: AtipEffects): SafetyFlag[] {
  const flags: SafetyFlag[] = [];
  if (effects.destructive === true) flags.push(SAFETY_FLAGS.DESTRUCTIVE);
  if (effects.reversible === false) flags.push(SAFETY_FLAGS.NOT_REVERSIBLE);
  if (effects.idempotent === false) flags.push(SAFETY_FLAGS.NOT_IDEMPOTENT);
  if (effects.cost?.billable === true) flags.push(SAFETY_FLAGS.BILLABLE);
  if (isReadOnly(effects)) flags.push(SAFETY_FLAGS.READ_ONLY);
  return flags;
}

/** The flags as a description's suffix, `"[A | B]"`; empty when none holds. @see ATIP 0.3 §8.2 rule 1 */
export function safetySuffix(effects: AtipEffects): string {
  const flags = safetyFlags(effects);
  return flags.length === 0 ? '' : `[${flags.join(' | ')}]`;
}

/**
 * True only when the effects state that nothing is written and no network is used, and nothing else they state
 * contradicts it. Silence is never read-only.
 *
 * @see ATIP 0.3 §8.2 rule 1
 */
export function isReadOnly(effects: AtipEffects): boolean {
  const { network, filesystem, destructive, reversible, cost, creates, modifies, deletes } = effects;
  if (network !== false || filesystem?.write !== false || filesystem.delete === true) return false;
  if (destructive === true || reversible === false || cost?.billable === true) return false;
  return !creates?.length && !modifies?.length && !deletes?.length;
}
