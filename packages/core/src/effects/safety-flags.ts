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

/**
 * Our flags beside those of the specification: effects that §3.6 asks to preserve and for which §8.2 has none, and the read-only one of
 * a command of which an option or value does more.
 */
export const OUR_FLAGS = {
  DELETES_FILES: '\u26a0\ufe0f DELETES FILES',
  WRITES_FILES: 'WRITES FILES',
  NETWORK: 'NETWORK',
  RUNS: '\u26a0\ufe0f RUNS WHAT YOU NAME',
  SENDS: '\u26a0\ufe0f SENDS DATA',
  MOSTLY_READ_ONLY: '\ud83d\udd12 READ-ONLY unless an option says otherwise',
} as const;

/** As the examples of §8.1 have it. */
export type CreatesFlag = `CREATES: ${string}`;

export type AnyFlag = SafetyFlag | (typeof OUR_FLAGS)[keyof typeof OUR_FLAGS] | CreatesFlag;

/** The flags that hold for these effects, gravest first. @param isRaised some parameter makes a read-only command more than that */
export function safetyFlags(effects: AtipEffects, isRaised = false): AnyFlag[] {
  const flags: AnyFlag[] = [];
  if (effects.destructive === true) flags.push(SAFETY_FLAGS.DESTRUCTIVE);
  if (effects.reversible === false) flags.push(SAFETY_FLAGS.NOT_REVERSIBLE);
  if (effects.idempotent === false) flags.push(SAFETY_FLAGS.NOT_IDEMPOTENT);
  if (effects.cost?.billable === true) flags.push(SAFETY_FLAGS.BILLABLE);
  if (effects['x-runs'] === 'call') flags.push(OUR_FLAGS.RUNS);
  if (effects['x-sends'] === 'given') flags.push(OUR_FLAGS.SENDS);
  const { filesystem: { write, delete: deletes } = {}, network } = effects;
  // The graver one says it already, as nothing is sent without a network.
  const isDestructive = effects.destructive === true;
  if (deletes === true && !isDestructive) flags.push(OUR_FLAGS.DELETES_FILES);
  const created = createdBy(effects);
  if (created.length > 0) flags.push(`CREATES: ${created.join(', ')}`);
  if (write === true && deletes !== true && !isDestructive) flags.push(OUR_FLAGS.WRITES_FILES);
  if (network === true && effects['x-sends'] !== 'given') flags.push(OUR_FLAGS.NETWORK);
  if (isReadOnly(effects)) flags.push(isRaised ? OUR_FLAGS.MOSTLY_READ_ONLY : SAFETY_FLAGS.READ_ONLY);
  return flags;
}

/** One that looks like a flag of its own, or like the end of all, could reassure a model. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_ .:/-]{0,39}$/u;
/** A list for a model, within the room that a description has. */
const MAX_CREATED = 5;

/** The things that a command creates, as a flag names them: the first five of plain names. */
export function createdBy({ creates }: AtipEffects): readonly string[] {
  const names: readonly unknown[] = Array.isArray(creates) ? creates : [];
  return names
    .filter((name): name is string => typeof name === 'string' && PLAIN_NAME.test(name))
    .slice(0, MAX_CREATED);
}

/** Effects that any of several commands may have: of a few names among many nobody would know whose they are. */
export function ofAny({ creates: _own, ...effects }: AtipEffects): AtipEffects {
  return effects;
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
