export const REDACTED = '[REDACTED]';

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

export type PatternReplacer = (text: string) => string;

/**
 * Prepares the caller's patterns, which are applied one after the other. Each finds every match from the start,
 * independently of its flags `g` and `y` and its state.
 *
 * A pattern sees a long text in overlapping windows of 8,192 units, which bounds the time of patterns that backtrack a
 * little. A match of up to half a window is found everywhere. Nothing bounds a pattern such as `(a+)+$`, for which the
 * caller is responsible.
 */
export function createPatternReplacer(patterns: readonly RegExp[]): PatternReplacer {
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
