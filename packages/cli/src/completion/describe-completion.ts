import { plainLine } from '../terminal/plain-line.ts';
import { cutText } from '../terminal/text-width.ts';
import type { Completion } from './completion.ts';

/** Columns. Shells show a description beside its value. */
const LONGEST = 60;

/** Makes a completion with what a document says of it, which is of unknown origin. */
export function describeCompletion(value: string, description: string): Completion {
  return { value, description: cutText(plainLine(description), LONGEST) };
}
