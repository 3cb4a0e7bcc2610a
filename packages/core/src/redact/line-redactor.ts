import type { SecretMatch } from '../types/redaction.ts';
import { firstWhere } from '../json/first-where.ts';
import { MIN_BEGUN } from './secret-rules.ts';
import { createLineReader, readLines } from './line-reader.ts';
import {
  createMatchFinder,
  inOrder,
  type KeywordIndex,
  LOOK_BACK,
  type MatchFinder,
  MAX_SECRET_LENGTH,
  REDACTED,
  STEP_MARGIN,
} from './match-finder.ts';
import { OPEN_LINE } from './secret-value.ts';
import { OPEN_TOKEN } from './prefix-rules.ts';

/** Replaces secrets in text that arrives in pieces; its joined results do not depend on where the text was cut. */
export interface Redactor {
  push(chunk: string): string;
  end(chunk?: string): string;
}

/**
 * Creates a redactor that applies rules to each line as a whole.
 *
 * A line is released when it ends. A line that ends where a secret may continue is released with the next one; data
 * that a later line explains, with that line. A line beyond 16 Ki UTF-16 units releases all but about its last 12 Ki: a
 * match that begins earlier also ends within the buffer. Matches that overlap or touch become one `[REDACTED]`.
 */
export function createLineRedactor(rules: readonly KeywordIndex[], readsLines: boolean): Redactor {
  /** Complete lines during redaction, else the unfinished line, starting a little before its released part. */
  let [text, released, searched] = ['', 0, 0];
  const finder = createMatchFinder(rules);
  /** Found matches that begin after the released part. */
  let waiting: SecretMatch[] = [];
  /** End of the last replaced span; -1 before the first. */
  let covered = -1;
  const reader = readsLines ? createLineReader() : undefined;
  /** By the end of a line that waited: where the lines begin that wait with it. A stream may bring them one by one. */
  const opened = new Map<number, number>();
  /** Offsets in everything that was pushed: of `text`, and of the first line that the reader did not get. */
  let [base, unread] = [0, 0];

  function release(found: readonly SecretMatch[], until: number): string {
    const matches = waiting.length === 0 ? found : [...waiting, ...found].sort(inOrder);
    waiting = matches.filter(({ start }) => start >= until);
    const kept: string[] = [];
    for (const { start, end } of matches.slice(0, matches.length - waiting.length)) {
      if (start > covered) kept.push(text.slice(Math.max(covered, released), start), REDACTED);
      covered = Math.max(covered, end);
    }
    kept.push(text.slice(Math.max(covered, released), until));
    released = until;
    return kept.join('');
  }

  function search(until: number): SecretMatch[] {
    const found = finder.find(text, until);
    const escaped = findEscaped(text, searched, until, rules);
    searched = until;
    return escaped.length === 0 ? found : [...found, ...escaped].sort(inOrder);
  }

  function releaseAll(rest: string): string {
    const result = release(search(text.length), text.length);
    const gone = text.length;
    if (waiting.length > 0) waiting = shifted(waiting, -gone);
    base += gone;
    opened.clear();
    finder.shift(gone);
    [text, released, searched, covered] = [rest, 0, 0, -1];
    return result;
  }

  function releasePart(): string {
    const until = text.length - MAX_SECRET_LENGTH;
    const result = release(search(until), until - STEP_MARGIN);
    const gone = Math.max(0, released - LOOK_BACK);
    text = text.slice(gone);
    base += gone;
    released -= gone;
    searched -= gone;
    finder.shift(gone);
    waiting = shifted(waiting, -gone);
    covered = Math.max(-1, covered - gone);
    return result;
  }

  /** Reads the complete lines, up to the end of the text, and remembers their secrets. */
  function read(): void {
    const found: SecretMatch[] = [];
    if (reader !== undefined) readLines(reader, text, unread - base, base, found);
    unread = base + text.length;
    if (found.length > 0) waiting.push(...shifted(found, -base));
  }

  /**
   * Start of the lines that have to wait for the next one: also of lines before them that wait for these. A line that
   * is released in parts does not wait.
   */
  function openLine(): number {
    let end = Math.min(text.length, (reader?.undecided() ?? Number.POSITIVE_INFINITY) - base);
    const ends: number[] = [];
    while (end > 0 && !opened.has(base + end)) {
      ends.push(base + end);
      const start = startOfOpen(text.slice(0, end), rules);
      if (start === end) break;
      end = text.lastIndexOf('\n', start - 1) + 1;
    }
    const open = opened.get(base + end) ?? base + end;
    for (const one of ends) opened.set(one, open);
    return open - base > released ? open - base : 0;
  }

  return {
    push(piece) {
      const breakAt = piece.lastIndexOf('\n') + 1;
      text += piece.slice(0, breakAt);
      if (breakAt > 0) read();
      const until = breakAt === 0 ? 0 : openLine();
      const rest = text.slice(until);
      text = until === 0 ? text : text.slice(0, until);
      const lines = until === 0 ? '' : releaseAll(rest);
      text += piece.slice(breakAt);
      if (base + text.length - unread > MAX_SECRET_LENGTH) reader?.skip();
      const isFull = text.length - released > MAX_HOLD && reader?.undecided() === undefined;
      return lines + (isFull ? releasePart() : '');
    },
    end(piece = '') {
      text += piece;
      read();
      return releaseAll('');
    },
  };
}

/** A longer line without a break is released in parts. */
const MAX_HOLD = 16_384;

/**
 * Where something stands at the end of a text that the next line may continue; the end of the text, if nothing does.
 */
function startOfOpen(text: string, rules: readonly KeywordIndex[]): number {
  const tail = Math.max(0, text.length - LOOK_BACK);
  const opened = [OPEN_LINE, OPEN_TOKEN].flatMap((open) => open.exec(text.slice(tail))?.index ?? []);
  const literals = rules.flatMap((index) => index.literals);
  return Math.min(startOfLiteral(text, literals), ...opened.map((at) => tail + at));
}

/** Where the beginning of a known secret stands that the next line may continue; the end of the text, if nowhere. */
function startOfLiteral(text: string, literals: readonly string[]): number {
  const last = text
    .slice(-3 * MIN_BEGUN)
    .replaceAll('\n', '')
    .slice(-MIN_BEGUN)
    .toLowerCase();
  const begun = literals.filter((literal) => literal.includes(last));
  return Math.min(
    text.length,
    ...begun.map((literal) => {
      const tail = text.slice(-2 * literal.length).toLowerCase();
      for (let length = literal.length - 1; length >= MIN_BEGUN; length -= 1) {
        let [at, left] = [tail.length - 1, length];
        while (at >= 0 && left > 0 && (tail[at] === '\n' || tail[at] === literal[left - 1])) {
          if (tail[at] !== '\n') left -= 1;
          at -= 1;
        }
        if (left === 0) return text.length - tail.length + at + 1;
      }
      return text.length;
    }),
  );
}

function shifted(matches: readonly SecretMatch[], by: number): SecretMatch[] {
  return matches.map((match) => ({ ...match, start: match.start + by, end: match.end + by }));
}

/** A text with unnecessary escapes decoded, and the original offsets. */
interface UnescapedText {
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
function findEscaped(text: string, from: number, until: number, rules: readonly KeywordIndex[]): SecretMatch[] {
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
