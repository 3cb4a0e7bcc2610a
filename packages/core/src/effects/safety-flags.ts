import { modelText } from '../json/hidden-characters.ts';
import type { AtipEffects } from '../types/tool.ts';

/**
 * The flags that tell a model about effects in a description.
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
 * Our flags beside those of the specification: for effects that §3.6 wants preserved but §8.2 has no flag for, and for
 * a read-only command with an option or value that is not.
 */
export const OUR_FLAGS = {
  DELETES_FILES: '\u26a0\ufe0f DELETES FILES',
  WRITES_FILES: 'WRITES FILES',
  NETWORK: 'NETWORK',
  RUNS: '\u26a0\ufe0f RUNS WHAT YOU NAME',
  SENDS: '\u26a0\ufe0f SENDS DATA',
  ENDS: '\u26a0\ufe0f ENDS PROCESSES',
  MOSTLY_READ_ONLY: '\ud83d\udd12 READ-ONLY unless an option says otherwise',
} as const;

/** The flag for the things that a command creates, as in the examples of §8.1. */
export type CreatesFlag = `CREATES: ${string}`;

export type AnyFlag = SafetyFlag | (typeof OUR_FLAGS)[keyof typeof OUR_FLAGS] | CreatesFlag;

/**
 * The flags for these effects, gravest first. @param isRaised some parameter makes a read-only command more than that
 */
export function safetyFlags(effects: AtipEffects, isRaised = false): AnyFlag[] {
  const flags: AnyFlag[] = [];
  if (effects.destructive === true) flags.push(SAFETY_FLAGS.DESTRUCTIVE);
  if (effects.reversible === false) flags.push(SAFETY_FLAGS.NOT_REVERSIBLE);
  if (effects.idempotent === false) flags.push(SAFETY_FLAGS.NOT_IDEMPOTENT);
  if (effects.cost?.billable === true) flags.push(SAFETY_FLAGS.BILLABLE);
  if (effects['x-ends'] === 'processes') flags.push(OUR_FLAGS.ENDS);
  if (effects['x-runs'] === 'call') flags.push(OUR_FLAGS.RUNS);
  if (effects['x-sends'] === 'given') flags.push(OUR_FLAGS.SENDS);
  const { filesystem: { write, delete: deletes } = {}, network } = effects;
  // The graver flag includes the other, as sending includes the network.
  const isDestructive = effects.destructive === true;
  if (deletes === true && !isDestructive) flags.push(OUR_FLAGS.DELETES_FILES);
  const created = createdBy(effects);
  if (created.length > 0) flags.push(`CREATES: ${created.join(', ')}`);
  if (write === true && deletes !== true && !isDestructive) flags.push(OUR_FLAGS.WRITES_FILES);
  if (network === true && effects['x-sends'] !== 'given') flags.push(OUR_FLAGS.NETWORK);
  if (isReadOnly(effects)) flags.push(isRaised ? OUR_FLAGS.MOSTLY_READ_ONLY : SAFETY_FLAGS.READ_ONLY);
  return flags;
}

/** Names of any other form could look like a flag, or like the end of the list, and reassure a model. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_ .:/-]{0,39}$/u;
/** Most names in the list; descriptions are short. */
const MAX_CREATED = 5;

/** The things that a command creates, for a flag: the first five with plain names. */
export function createdBy({ creates }: AtipEffects): readonly string[] {
  if (!Array.isArray(creates) || creates.length === 0) return [];
  const names: readonly unknown[] = creates;
  return names
    .filter((name): name is string => typeof name === 'string' && PLAIN_NAME.test(modelText(name)))
    .map((name) => modelText(name))
    .slice(0, MAX_CREATED);
}

/** The effects of several commands without `creates`: a model could not tell which command creates these things. */
export function ofAny({ creates: _own, ...effects }: AtipEffects): AtipEffects {
  return effects;
}

/** The flags as a description's suffix, `"[A | B]"`; empty without flags. @see ATIP 0.3 §8.2 rule 1 */
export function safetySuffix(effects: AtipEffects, isRaised = false): string {
  const flags = safetyFlags(effects, isRaised);
  let text = '';
  for (const flag of flags) text += text === '' ? `[${flag}` : ` | ${flag}`;
  return text === '' ? '' : `${text}]`;
}

/** True for a command that may ask a person, or needs a terminal, while it runs. */
export function asksPerson({ interactive }: AtipEffects): boolean {
  const stdin = interactive?.stdin;
  return interactive?.prompts === true || interactive?.tty === true || stdin === 'required' || stdin === 'password';
}

/**
 * True only when the effects state no writes and no network, and no other statement contradicts that. A missing
 * statement is never read-only.
 *
 * @see ATIP 0.3 §8.2 rule 1
 */
export function isReadOnly(effects: AtipEffects): boolean {
  const { network, filesystem, destructive, reversible, cost, creates, modifies, deletes } = effects;
  if (network !== false || filesystem?.write !== false || filesystem.delete === true) return false;
  if (destructive === true || reversible === false || cost?.billable === true) return false;
  if (effects['x-runs'] === 'call' || effects['x-sends'] === 'given' || effects['x-ends'] === 'processes') return false;
  return !creates?.length && !modifies?.length && !deletes?.length;
}
