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

/** Our flags beside those of the specification, and the read-only one of a command of which an option or value does more. */
export const OUR_FLAGS = {
  RUNS: '\u26a0\ufe0f RUNS WHAT YOU NAME',
  SENDS: '\u26a0\ufe0f SENDS DATA',
  MOSTLY_READ_ONLY: '\ud83d\udd12 READ-ONLY unless an option says otherwise',
} as const;

export type AnyFlag = SafetyFlag | (typeof OUR_FLAGS)[keyof typeof OUR_FLAGS];

/** The flags that hold for these effects, gravest first. @param isRaised some parameter makes a read-only command more than that */
export function safetyFlags(effects: AtipEffects, isRaised = false): AnyFlag[] {
  const flags: AnyFlag[] = [];
  if (effects.destructive === true) flags.push(SAFETY_FLAGS.DESTRUCTIVE);
  if (effects.reversible === false) flags.push(SAFETY_FLAGS.NOT_REVERSIBLE);
  if (effects.idempotent === false) flags.push(SAFETY_FLAGS.NOT_IDEMPOTENT);
  if (effects.cost?.billable === true) flags.push(SAFETY_FLAGS.BILLABLE);
  if (effects['x-runs'] === 'call') flags.push(OUR_FLAGS.RUNS);
  if (effects['x-sends'] === 'given') flags.push(OUR_FLAGS.SENDS);
  if (isReadOnly(effects)) flags.push(isRaised ? OUR_FLAGS.MOSTLY_READ_ONLY : SAFETY_FLAGS.READ_ONLY);
  return flags;
}

/** The flags as a description's suffix, `"[A | B]"`; empty when none holds. @see ATIP 0.3 §8.2 rule 1 */
export function safetySuffix(effects: AtipEffects, isRaised = false): string {
  const flags = safetyFlags(effects, isRaised);
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
  if (effects['x-runs'] === 'call' || effects['x-sends'] === 'given') return false;
  return !creates?.length && !modifies?.length && !deletes?.length;
}
