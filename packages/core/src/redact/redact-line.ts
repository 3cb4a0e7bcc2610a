import type { SecretMatch } from '../types/redaction.ts';
import type { KeywordIndex } from './keyword-index.ts';
import { createMatchFinder, inOrder, STEP_MARGIN } from './match-finder.ts';
import { REDACTED } from './patterns.ts';
import { LOOK_BACK, MAX_SECRET_LENGTH } from './secret-rule.ts';
import { OPEN_LINE } from './secret-value.ts';

/** A line that grows beyond this without a break is released in parts. */
const MAX_HOLD = 16_384;

/** Replaces secrets in text that arrives in pieces; its results, joined, do not depend on where the text was cut. */
export interface LineRedactor {
  push(text: string): string;
  /** The rest, with a last piece. */
  end(text?: string): string;
}

/**
 * Creates a redactor that applies rules to each line as a whole.
 *
 * A line is released when it ends, unless it ends where the value of a key would stand: then with the next one. Of one that
 * grows beyond 16 Ki UTF-16 units all but its last 12 Ki, and a little, are released: a match that begins before those has its
 * end in sight. Matches that overlap or touch become one `[REDACTED]`.
 */
export function createLineRedactor(rules: readonly KeywordIndex[]): LineRedactor {
  /** Complete lines while they are redacted, else the unfinished line from a little before what is released of it. */
  let [text, released] = ['', 0];
  let finder = createMatchFinder(rules);
  /** Found, but to begin after what is released. */
  let waiting: readonly SecretMatch[] = [];
  /** Where the last replaced stretch ends; -1 before the first. */
  let covered = -1;

  function release(found: readonly SecretMatch[], until: number): string {
    const matches = [...waiting, ...found].sort(inOrder);
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

  function releaseAll(rest: string): string {
    const result = release(finder.find(text, text.length), text.length);
    [text, released, finder, waiting, covered] = [rest, 0, createMatchFinder(rules), [], -1];
    return result;
  }

  function releasePart(): string {
    const searched = text.length - MAX_SECRET_LENGTH;
    const result = release(finder.find(text, searched), searched - STEP_MARGIN);
    const gone = Math.max(0, released - LOOK_BACK);
    text = text.slice(gone);
    released -= gone;
    finder.shift(gone);
    waiting = waiting.map((match) => ({ ...match, start: match.start - gone, end: match.end - gone }));
    covered = Math.max(-1, covered - gone);
    return result;
  }

  /** Where the line begins that has to wait for the next one. A line that is released in parts waits without this. */
  function openLine(): number {
    return OPEN_LINE.test(text.slice(-LOOK_BACK)) ? text.lastIndexOf('\n', text.length - 2) + 1 : text.length;
  }

  return {
    push(piece) {
      const breakAt = piece.lastIndexOf('\n') + 1;
      text += piece.slice(0, breakAt);
      const until = breakAt === 0 ? 0 : openLine();
      const rest = text.slice(until);
      text = until === 0 ? text : text.slice(0, until);
      const lines = until === 0 ? '' : releaseAll(rest);
      text += piece.slice(breakAt);
      return lines + (text.length - released > MAX_HOLD ? releasePart() : '');
    },
    end(piece = '') {
      text += piece;
      return releaseAll('');
    },
  };
}
