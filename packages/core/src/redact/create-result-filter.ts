import { toolList } from '../commands/assert-document.ts';
import type { ResultFilter, ResultFilterOptions } from '../types/redaction.ts';
import type { AtipTool } from '../types/tool.ts';
import { createLineRedactor, type Redactor } from './line-redactor.ts';
import { type KeywordIndex, REDACTED } from './match-finder.ts';
import { createPrivateKeyRemover } from './private-keys.ts';
import { secretRules } from './secret-rules.ts';
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
export function createResultFilter(
  tools: AtipTool | readonly AtipTool[],
  options: ResultFilterOptions = {},
): ResultFilter {
  const { maxLength = DEFAULT_MAX_LENGTH, redactPatterns = [], redactSecrets = true, knownSecrets = [] } = options;
  if (!Number.isSafeInteger(maxLength) || maxLength <= 0) {
    throw new RangeError(`maxLength is a whole number above 0, not ${maxLength}.`);
  }
  const rules = secretRules(toolList(tools), knownSecrets, redactSecrets);
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

/**
 * Creates a redactor for one stream: removes terminal sequences, then private keys if `keys`, then the matches of the
 * rules.
 *
 * The result does not depend on where the text is cut.
 */
function createRedactor(rules: readonly KeywordIndex[], keys: boolean): Redactor {
  const stripper = createTerminalStripper();
  const remover = createPrivateKeyRemover();
  const lines = createLineRedactor(rules, keys);
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

/**
 * The patterns of the ATIP bridge specification, word for word.
 *
 * {@link createResultFilter} has rules of its own instead. Most find more: these patterns miss `password: x` and
 * `"password":"x"`. In one respect these match more: any word after "password", "token", "Bearer" or "Basic" and a
 * space, even in ordinary sentences, where the rules require a word that looks like a secret.
 * @example
 * ```ts
 * import { createResultFilter, DEFAULT_REDACT_PATTERNS } from '@atip/core';
 * createResultFilter([], { redactPatterns: [...DEFAULT_REDACT_PATTERNS] });
 * ```
 */
export const DEFAULT_REDACT_PATTERNS: readonly RegExp[] = [
  // biome-ignore lint/complexity/noUselessEscapeInRegex: word for word
  /Bearer\s+[A-Za-z0-9\-._~+\/]+=*/g,
  // biome-ignore lint/complexity/noUselessEscapeInRegex: word for word
  /Basic\s+[A-Za-z0-9+\/]+=*/g,
  /ghp_[A-Za-z0-9]{36}/g,
  /gho_[A-Za-z0-9]{36}/g,
  /ghs_[A-Za-z0-9]{36}/g,
  /ghu_[A-Za-z0-9]{36}/g,
  /AKIA[A-Z0-9]{16}/g,
  /(?<=password[=:\s])[^\s]+/gi,
  /(?<=secret[=:\s])[^\s]+/gi,
  /(?<=token[=:\s])[^\s]+/gi,
  /(?<=api[_-]?key[=:\s])[^\s]+/gi,
];

/** UTF-16 units of a text that a caller's pattern sees at once. */
const WINDOW = 8192;
/** UTF-16 units before its window that a pattern can look back at. */
const PATTERN_LOOK_BACK = 256;

type PatternReplacer = (text: string) => string;

/**
 * Prepares the caller's patterns, which are applied one after the other. Each finds every match from the start,
 * independently of its flags `g` and `y` and its state.
 *
 * A pattern sees a long text in overlapping windows of 8,192 units, which bounds the time of patterns that backtrack a
 * little. A match of up to half a window is found everywhere. Nothing bounds a pattern such as `(a+)+$`, for which the
 * caller is responsible.
 */
function createPatternReplacer(patterns: readonly RegExp[]): PatternReplacer {
  const own = patterns.map(({ source, flags }) => new RegExp(source, `${flags.replace(/[gy]/g, '')}g`));
  return (text) => own.reduce(replaceAll, text);
}

function replaceAll(text: string, pattern: RegExp): string {
  let result = '';
  let done = 0;
  for (let from = 0; from < text.length || from === 0; ) {
    const base = Math.max(0, from - PATTERN_LOOK_BACK);
    const view = text.slice(base, from + WINDOW);
    const until = base + view.length === text.length ? text.length + 1 : stepEnd(text, from);
    let next = until;
    pattern.lastIndex = from - base;
    for (let match = pattern.exec(view); match !== null && base + match.index < until; match = pattern.exec(view)) {
      if (match[0] === '') {
        // In the middle of a character a pattern with `u` would restart at that character's beginning.
        pattern.lastIndex += (view.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
      } else {
        result += text.slice(done, base + match.index) + REDACTED;
        done = base + pattern.lastIndex;
        next = Math.max(until, done);
      }
    }
    from = next;
  }
  return result + text.slice(done);
}

/** The middle of the window, or the end of the last line that ends in its first half. */
function stepEnd(text: string, from: number): number {
  const middle = from + WINDOW / 2;
  const lineEnd = text.lastIndexOf('\n', middle - 1) + 1;
  return lineEnd > from ? lineEnd : middle;
}
