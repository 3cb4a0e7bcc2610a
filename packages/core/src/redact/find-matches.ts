import { REDACTED } from './patterns.ts';
import type { SecretRule } from './secret-rules.ts';

/** A stretch of text that a rule took for a secret. */
export interface SecretMatch {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** Finds what the rules take for secrets, in the order of the text. Matches of different rules may overlap. */
export function findMatches(text: string, rules: readonly SecretRule[]): SecretMatch[] {
  const matches: SecretMatch[] = [];
  for (const { name, pattern } of rules) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index + (match[1]?.length ?? 0);
      matches.push({ rule: name, start, end: match.index + match[0].length });
    }
  }
  return matches.sort((one, other) => one.start - other.start || other.end - one.end);
}

/** Joins matches that overlap or touch, so that each stretch is replaced once. */
export function mergeMatches(matches: readonly SecretMatch[]): SecretMatch[] {
  const merged: SecretMatch[] = [];
  for (const match of matches) {
    const last = merged.at(-1);
    if (last !== undefined && match.start <= last.end) {
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, match.end) };
    } else {
      merged.push(match);
    }
  }
  return merged;
}

/**
 * The text from an offset on, with every match replaced.
 *
 * Matches are in order and do not overlap; they may reach beyond the text at either end. One that starts before the offset
 * has its replacement in the part that was given out already, so its rest only goes.
 */
export function replaceMatches(text: string, matches: readonly SecretMatch[], from = 0): string {
  let result = '';
  let offset = from;
  for (const { start, end } of matches) {
    if (end <= offset || start >= text.length) {
      continue;
    }
    result += text.slice(offset, Math.max(offset, start));
    result += start >= from ? REDACTED : '';
    offset = end;
  }
  return result + text.slice(offset);
}
