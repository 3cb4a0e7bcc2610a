/** Sets of risks as numbers, one bit for each, so that thousands of commands are handed over at once. */
import type { Risk } from '../../state/risks.ts';

/** Gravest first: what decides about a command's colour. What is not stated weighs more than what is known to only read. */
export const RISK_ORDER: readonly Risk[] = [
  'destroys',
  'no-undo',
  'costs',
  'deletes',
  'writes',
  'network',
  'asks',
  'not-twice',
  'not-stated',
  'reads',
];

/** The set of these risks. */
export function riskBits(risks: Iterable<Risk>): number {
  let bits = 0;
  for (const risk of risks) bits |= 1 << RISK_ORDER.indexOf(risk);
  return bits;
}

/** The risks in a set, gravest first. */
export function risksIn(bits: number): readonly Risk[] {
  return RISK_ORDER.filter((_, index) => (bits & (1 << index)) !== 0);
}

/** The gravest risk of a set; `undefined` of an empty one. */
export function gravestRisk(bits: number): Risk | undefined {
  return RISK_ORDER.find((_, index) => (bits & (1 << index)) !== 0);
}
