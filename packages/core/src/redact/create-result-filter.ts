import type { ResultFilter, ResultFilterOptions, SecretMatch } from '../types/redaction.ts';
import type { AtipTool } from '../types/tool.ts';
import {
  createMatchFinder,
  inOrder,
  type KeywordIndex,
  LOOK_BACK,
  MAX_SECRET_LENGTH,
  STEP_MARGIN,
} from './match-finder.ts';
import { createPatternReplacer, type PatternReplacer, REDACTED } from './patterns.ts';
import { createPrivateKeyRemover } from './private-keys.ts';
import { secretRules } from './secret-rules.ts';
import { OPEN_LINE } from './secret-value.ts';
import { createTerminalStripper } from './strip-terminal.ts';

const DEFAULT_MAX_LENGTH = 100_000;
/** UTF-16 units of a long text that are filtered before checking whether more are needed. */
const PIECE = 65_536;
const TRUNCATED = '\n[TRUNCATED]';

/**
 * Creates a filter for tool output on its way to a model.
 *
 * In this order it removes terminal sequences and invisible characters, replaces known and probable secrets by
 * `[REDACTED]`, then matches of `redactPatterns`, and cuts the text to `maxLength` with `\n[TRUNCATED]` after it.
 * Environment variables that the tools' documents name for authentication count as keys of secrets: names of 3 to 128
 * letters, digits and `_`, the first 64 of them.
 *
 * Best effort: a secret without a known prefix, key or header is not found, unless it is among `knownSecrets`.
 * Limits: `redactPatterns` see 8,192 units of the text at a time, so their matches have at most 4,096; in a stream they
 * see one line at a time, and a line longer than 16 Ki units in parts. The caller is responsible for them: a pattern
 * that backtracks without end, such as `(a+)+$`, blocks.
 *
 * @throws RangeError when `maxLength` is not a whole number above 0.
 * @see ATIP 0.3 §11.3
 * @example
 * ```ts
 * import { createResultFilter } from '@atip/core';
 * createResultFilter([], {}).filter('password=hunter2-extra', 'git'); // 'password=[REDACTED]'
 * ```
 */
export function createResultFilter(tools: readonly AtipTool[], options: ResultFilterOptions = {}): ResultFilter {
  const { maxLength = DEFAULT_MAX_LENGTH, redactPatterns = [], redactSecrets = true, knownSecrets = [] } = options;
  if (!Number.isSafeInteger(maxLength) || maxLength <= 0) {
    throw new RangeError(`maxLength is a whole number above 0, not ${maxLength}.`);
  }
  const rules = secretRules(tools, knownSecrets, redactSecrets);
  const replace = createPatternReplacer(redactPatterns);
  return {
    filter(result, _toolName) {
      const redactor = createRedactor(rules, redactSecrets);
      return redactPatterns.length === 0 && result.length > 2 * maxLength + PIECE
        ? firstPart(limitLength(redactor, maxLength), result)
        : truncate(replace(redactor.end(result)), maxLength);
    },
    stream() {
      return limitLength(byLine(createRedactor(rules, redactSecrets), replace), maxLength);
    },
  };
}

interface Redactor {
  push(chunk: string): string;
  end(chunk?: string): string;
}

/**
 * Creates a redactor for one stream: removes terminal sequences, then private keys if `keys`, then the matches of the
 * rules.
 *
 * The result does not depend on where the text is cut.
 */
function createRedactor(rules: readonly KeywordIndex[], keys: boolean): Redactor {
  const stripper = createTerminalStripper();
  const remover = createPrivateKeyRemover();
  const lines = createLineRedactor(rules);
  return {
    push(chunk) {
      const text = stripper.push(chunk);
      return lines.push(keys ? remover.push(text) : text);
    },
    end(chunk) {
      const text = stripper.end(chunk);
      return lines.end(keys ? remover.end(text) : text);
    },
  };
}

/** Filters a long text in pieces until `limited` is full: the rest would be cut, so it is not searched. */
function firstPart(limited: LimitedRedactor, text: string): string {
  let result = '';
  for (let at = 0; at < text.length && !limited.isFull(); at += PIECE) {
    result += limited.push(text.slice(at, at + PIECE));
  }
  return result + limited.end();
}

/** Cuts between characters, never inside a surrogate pair. */
function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) {
    return text;
  }
  const last = text.charCodeAt(maxLength - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength;
  return text.slice(0, end) + TRUNCATED;
}

function byLine(redactor: Redactor, replace: PatternReplacer): Redactor {
  function apply(text: string): string {
    return text.split('\n').map(replace).join('\n');
  }
  return { push: (chunk) => apply(redactor.push(chunk)), end: () => apply(redactor.end()) };
}

interface LimitedRedactor extends Redactor {
  isFull(): boolean;
}

/** Passes on as much as `truncate` would of the whole text. */
function limitLength(redactor: Redactor, maxLength: number): LimitedRedactor {
  let left = maxLength;
  function take(text: string): string {
    const taken = truncate(text, left);
    left = text.length > left ? -1 : left - text.length;
    return taken;
  }
  return {
    push: (chunk) => (left < 0 ? '' : take(redactor.push(chunk))),
    end: () => (left < 0 ? '' : take(redactor.end())),
    isFull: () => left < 0,
  };
}

/** A longer line without a break is released in parts. */
const MAX_HOLD = 16_384;

/** Replaces secrets in text that arrives in pieces; its joined results do not depend on where the text was cut. */
export interface LineRedactor {
  push(text: string): string;
  end(text?: string): string;
}

/**
 * Creates a redactor that applies rules to each line as a whole.
 *
 * A line is released when it ends; if it ends where the value of a key would follow, together with the next one. A line
 * beyond 16 Ki UTF-16 units releases all but about its last 12 Ki: a match that begins earlier also ends within the
 * buffer. Matches that overlap or touch become one `[REDACTED]`.
 */
function createLineRedactor(rules: readonly KeywordIndex[]): LineRedactor {
  /** Complete lines during redaction, else the unfinished line, starting a little before its released part. */
  let [text, released] = ['', 0];
  let finder = createMatchFinder(rules);
  /** Found matches that begin after the released part. */
  let waiting: readonly SecretMatch[] = [];
  /** End of the last replaced span; -1 before the first. */
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

  /** Start of the line that has to wait for the next one. A line that is released in parts does not wait. */
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
