import { firstWhere } from '../json/first-where.ts';
import type { SecretMatch } from '../types/redaction.ts';
import { createMatchFinder, type KeywordIndex, type MatchFinder } from './match-finder.ts';

/** A text with unnecessary escapes decoded, and the original offsets. */
export interface UnescapedText {
  readonly text: string;
  /** Original offset of the UTF-16 unit at an index. */
  offset(index: number): number;
  /** Index of the first unit that begins at an original offset or after it. */
  index(offset: number): number;
}

/** An escape that may hide a character of a secret. */
const NEEDLESS = /\\(?:\/|u00[2-7])/gi;
/** Matches pairs from the left, so that an escaped backslash begins no escape. */
const ESCAPE = /\\(?:u00([2-7][0-9a-f])|[\s\S])/gi;

/**
 * Decodes `\/` and `\u0041`. JSON needs neither escape (RFC 8259 §7): they hide a secret from a text search, but not
 * from a JSON parser. Line numbers stay the same.
 *
 * @returns undefined without such escapes
 */
export function unescapeJson(written: string): UnescapedText | undefined {
  if (written.search(NEEDLESS) < 0) return undefined;
  /** For each escape: the index after its character in the new text, and the offset of the following text. */
  const [ends, shifts]: [number[], number[]] = [[], []];
  let shift = 0;
  const text = written.replaceAll(ESCAPE, (sequence, hex: string | undefined, place: number) => {
    const plain =
      hex === undefined ? (sequence === '\\/' ? '/' : sequence) : String.fromCharCode(Number.parseInt(hex, 16));
    if (plain === sequence) return sequence;
    ends.push(place - shift + 1);
    shift += sequence.length - plain.length;
    shifts.push(shift);
    return plain;
  });
  function offset(index: number): number {
    const next = firstWhere(ends.length, (at) => (ends[at] ?? 0) > index);
    return index + (shifts[next - 1] ?? 0);
  }
  return { text, offset, index: (at) => firstWhere(text.length, (index) => offset(index) >= at) };
}

/** The matches behind such escapes that begin in a part of a text; only lines with escapes are searched. */
export function findEscaped(text: string, from: number, until: number, rules: readonly KeywordIndex[]): SecretMatch[] {
  if (!text.includes('\\')) return [];
  const found: SecretMatch[] = [];
  let finder: MatchFinder | undefined;
  for (let end = from; end < until; ) {
    NEEDLESS.lastIndex = end;
    const at = NEEDLESS.exec(text)?.index ?? text.length;
    const start = text.lastIndexOf('\n', at) + 1;
    end = (text.indexOf('\n', at) + 1 || text.length + 1) - 1;
    const line = unescapeJson(text.slice(start, end));
    if (line === undefined) return found;
    const [first, last] = [line.index(from - start), line.index(until - start)];
    finder ??= createMatchFinder(rules);
    finder.shift(-first);
    for (const match of finder.find(line.text, last)) {
      found.push({ ...match, start: start + line.offset(match.start), end: start + line.offset(match.end) });
    }
    finder.shift(last);
  }
  return found;
}
