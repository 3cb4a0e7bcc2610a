import { firstReaching, type TextMark } from './text-chunks.ts';

/** A secret as it is shown while it is hidden: as long, and with its lines. */
export function maskText(secret: string): string {
  return secret.replace(/[^\n]/g, '•');
}

/** A part of a text with every marked unit of it masked. `marks` are in the order of the text; offsets are UTF-16 units. */
export function maskedSlice(text: string, marks: readonly TextMark[], from: number, to: number): string {
  let result = '';
  let at = from;
  for (let index = firstReaching(marks, from); at < to; index += 1) {
    const mark = marks[index];
    if (mark === undefined || mark.start >= to) break;
    const end = Math.min(mark.end, to);
    result += text.slice(at, Math.max(at, mark.start)) + maskText(text.slice(Math.max(at, mark.start), end));
    at = end;
  }
  return result + text.slice(at, to);
}
