import type { AtipEffects } from '../types/effects.ts';

/**
 * What effects state about safety, as bits: one for "true was stated", one for "false was stated".
 *
 * Both may be set when levels of a tree disagree. Statements of several levels are merged by `|`: harm that any level states is
 * in it, and so is every reassurance. A bit that is not set means that nobody said so.
 */
export type SafetyStatements = number;

/** Bits come in pairs: the first for true, the second, twice as high, for false. */
const DESTRUCTIVE = 1;
const REVERSIBLE = 4;
const IDEMPOTENT = 16;
const NETWORK = 64;
const BILLABLE = 256;
const FILE_WRITE = 1024;
const FILE_DELETE = 4096;
/** Something is created, modified or deleted; it has no opposite. */
const CHANGES = 16_384;

/** Reads the statements of one level. @see ATIP 0.3 §3.6 */
export function safetyStatements(effects: AtipEffects): SafetyStatements {
  const { destructive, reversible, idempotent, network, cost, filesystem, creates, modifies, deletes } = effects;
  let bits =
    bit(destructive, DESTRUCTIVE) | bit(reversible, REVERSIBLE) | bit(idempotent, IDEMPOTENT) | bit(network, NETWORK);
  if (cost) bits |= bit(cost.billable, BILLABLE);
  if (filesystem) bits |= bit(filesystem.write, FILE_WRITE) | bit(filesystem.delete, FILE_DELETE);
  return creates?.length || modifies?.length || deletes?.length ? bits | CHANGES : bits;
}

/** What each of the safety flags but READ-ONLY says, gravest first. */
export const STATED_HARM: Readonly<
  Record<'destructive' | 'irreversible' | 'notIdempotent' | 'billable', SafetyStatements>
> = {
  destructive: DESTRUCTIVE,
  irreversible: REVERSIBLE << 1,
  notIdempotent: IDEMPOTENT << 1,
  billable: BILLABLE,
};

/** It is stated that nothing is destroyed, and never the contrary. */
export const isHarmless = (bits: SafetyStatements): boolean => says(bits, DESTRUCTIVE << 1, DESTRUCTIVE);
export const isIdempotent = (bits: SafetyStatements): boolean => says(bits, IDEMPOTENT, IDEMPOTENT << 1);
/** It is stated that the network is not used, and never the contrary. */
export const isOffline = (bits: SafetyStatements): boolean => says(bits, NETWORK << 1, NETWORK);

const READ_ONLY = (FILE_WRITE << 1) | (NETWORK << 1);
const NOT_READ_ONLY = FILE_WRITE | NETWORK | FILE_DELETE | DESTRUCTIVE | (REVERSIBLE << 1) | BILLABLE | CHANGES;

/**
 * True only when it is stated that nothing is written and no network is used, and nothing else that is stated contradicts it.
 * Silence is never read-only.
 *
 * @see ATIP 0.3 §8.2 rule 1
 */
export const statesReadOnly = (bits: SafetyStatements): boolean => (bits & (READ_ONLY | NOT_READ_ONLY)) === READ_ONLY;

function says(bits: SafetyStatements, wanted: number, contrary: number): boolean {
  return (bits & (wanted | contrary)) === wanted;
}

/** Only true and false are statements. */
function bit(value: unknown, whenTrue: number): number {
  if (value === true) return whenTrue;
  return value === false ? whenTrue << 1 : 0;
}
