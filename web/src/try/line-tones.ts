import type { Risk } from '../document/risks.ts';
import type { ShownPart } from './answer-line.ts';

/** The look of a part in the line: its colour, and a kind of underline for people who see no colours. */
export type Tone = 'destroys' | 'risky' | 'changes' | 'unknown' | 'reads';

const TONES: Readonly<Record<Risk, Tone>> = {
  destroys: 'destroys',
  'no-undo': 'destroys',
  root: 'risky',
  ends: 'risky',
  runs: 'risky',
  sends: 'risky',
  reveals: 'risky',
  costs: 'risky',
  deletes: 'risky',
  writes: 'changes',
  network: 'changes',
  asks: 'changes',
  'not-twice': 'changes',
  'not-stated': 'unknown',
  reads: 'reads',
};

export function toneOf({ danger }: Pick<ShownPart, 'danger'>): Tone {
  return danger === undefined ? 'reads' : TONES[danger];
}

/** For the key below the line, gravest first. */
export const TONE_WORDS: readonly (readonly [Tone, string])[] = [
  ['destroys', 'destroys, or cannot be undone'],
  ['risky', 'deletes, sends, reveals, ends processes, or runs what it is given'],
  ['changes', 'writes, or uses the network'],
  ['unknown', 'no document says what it does'],
  ['reads', 'only reads'],
];
