import type { AtipEffects } from '../types/effects.ts';
import { type SafetyStatements, STATED_HARM, safetyStatements, statesReadOnly } from './safety-statements.ts';

/** The words by which a description tells a model about effects. @see ATIP 0.3 §8.2 rule 1 */
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
  return flagsOf(safetyStatements(effects));
}

/** The flags as a description's suffix, `"[A | B]"`; empty when none holds. @see ATIP 0.3 §8.2 rule 1 */
export function safetySuffix(statements: SafetyStatements): string {
  let text = '';
  // Most commands state nothing. For the others a join would cost more than all else of a description.
  if (statements !== 0) for (const flag of flagsOf(statements)) text += text === '' ? flag : ` | ${flag}`;
  return text === '' ? '' : `[${text}]`;
}

function flagsOf(statements: SafetyStatements): SafetyFlag[] {
  const { destructive, irreversible, notIdempotent, billable } = STATED_HARM;
  const flags: SafetyFlag[] = [];
  if (statements & destructive) flags.push(SAFETY_FLAGS.DESTRUCTIVE);
  if (statements & irreversible) flags.push(SAFETY_FLAGS.NOT_REVERSIBLE);
  if (statements & notIdempotent) flags.push(SAFETY_FLAGS.NOT_IDEMPOTENT);
  if (statements & billable) flags.push(SAFETY_FLAGS.BILLABLE);
  if (statesReadOnly(statements)) flags.push(SAFETY_FLAGS.READ_ONLY);
  return flags;
}
