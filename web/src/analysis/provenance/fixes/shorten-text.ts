import { exactPlace, type Fix, replaceValue, type SourceText } from './text-edits.ts';

/** A sentence's end: its mark, what closes after it, and then space or nothing. */
const SENTENCE_END = /[.!?。！？]["'”’)\]]{0,3}(?=\s|$)/gu;
/** Abbreviations after which a sentence goes on. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|no)|\b[A-Z])\.$/i;

/** Leaves of a description the sentences that fit; none where already the first one is too long. @param limit UTF-16 units */
export function shortenText(source: SourceText, pointer: string, limit: number): Fix | undefined {
  const place = exactPlace(source, pointer);
  const text: unknown = place?.node.value;
  if (place === undefined || typeof text !== 'string' || text.length <= limit) return undefined;
  let short = '';
  let count = 0;
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    const sentence = text.slice(0, index + mark.length);
    if (sentence.length > limit) break;
    if (ABBREVIATION.test(sentence)) continue;
    short = sentence;
    count++;
  }
  if (short.trim() === '') return undefined;
  const title = `Keep the first ${count === 1 ? 'sentence' : `${count} sentences`}, ${short.length} characters`;
  return { title, edits: [replaceValue(source, place, short)] };
}
