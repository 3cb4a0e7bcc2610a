import { findMatches, type SecretMatch } from './find-matches.ts';
import { REDACTED } from './patterns.ts';
import { MAX_SECRET_LENGTH, type SecretRule } from './secret-rule.ts';

/** A line that grows beyond this without a break is released in parts. */
const MAX_HOLD = 16_384;
/** Units kept of what was released: no rule looks further back from where its match begins. */
const LOOK_BACK = 512;

/** Replaces secrets in text that arrives in pieces; its results, joined, do not depend on where the text was cut. */
export interface LineRedactor {
  push(text: string): string;
  end(): string;
}

/**
 * Creates a redactor that applies rules to each line as a whole.
 *
 * A line is released when it ends. Of one that grows beyond 16 Ki UTF-16 units all but its last 12 Ki are released: a match
 * that begins before those has its end in sight. Matches that overlap or touch become one `[REDACTED]`.
 */
export function createLineRedactor(rules: readonly SecretRule[]): LineRedactor {
  /** Complete lines while they are redacted, else the unfinished line from a little before what is released of it. */
  let text = '';
  let released = 0;
  let searchFrom: number[] = [];
  /** Found, but to begin after what is released. */
  let waiting: readonly SecretMatch[] = [];
  /** Where the last replaced stretch ends; -1 before the first. */
  let covered = -1;

  function release(until: number): string {
    const found = findMatches(text, rules, searchFrom, until);
    const matches = waiting.length === 0 ? found : [...waiting, ...found].sort((one, other) => one.start - other.start);
    let result = '';
    for (const { start, end } of matches) {
      if (start >= until) {
        break;
      }
      if (start > covered) {
        result += text.slice(Math.max(covered, released), start) + REDACTED;
      }
      covered = Math.max(covered, end);
    }
    result += text.slice(Math.max(covered, released), until);
    released = until;
    waiting = matches.filter(({ start }) => start >= until);
    return result;
  }

  function releaseAll(rest: string): string {
    const result = release(text.length);
    text = rest;
    released = 0;
    searchFrom = [];
    waiting = [];
    covered = -1;
    return result;
  }

  function releasePart(): string {
    if (text.length - released <= MAX_HOLD) {
      return '';
    }
    const result = release(text.length - MAX_SECRET_LENGTH);
    const gone = Math.max(0, released - LOOK_BACK);
    text = text.slice(gone);
    released -= gone;
    searchFrom = searchFrom.map((from) => from - gone);
    waiting = waiting.map(({ rule, start, end }) => ({ rule, start: start - gone, end: end - gone }));
    covered = Math.max(-1, covered - gone);
    return result;
  }

  return {
    push(piece) {
      const breakAt = piece.lastIndexOf('\n') + 1;
      text += piece.slice(0, breakAt);
      const lines = breakAt === 0 ? '' : releaseAll('');
      text += piece.slice(breakAt);
      return lines + releasePart();
    },
    end: () => releaseAll(''),
  };
}
