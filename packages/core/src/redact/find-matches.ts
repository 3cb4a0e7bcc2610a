import type { SecretRule } from './secret-rule.ts';

/** A stretch of text that a rule took for a secret. */
export interface SecretMatch {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds what the rules take for secrets, in the order of the text. Matches of different rules may overlap.
 *
 * `searchFrom` holds where each rule goes on, and is moved: a text can be searched in steps and gives the same matches.
 * Of a step only matches that begin before `until` are taken; what makes up their end must be in the text already.
 */
export function findMatches(
  text: string,
  rules: readonly SecretRule[],
  searchFrom: number[] = [],
  until: number = text.length,
): SecretMatch[] {
  const matches: SecretMatch[] = [];
  for (const [index, { name, pattern, hint = '' }] of rules.entries()) {
    pattern.lastIndex = searchFrom[index] ?? 0;
    let match = text.includes(hint) ? pattern.exec(text) : null;
    while (match !== null && match.index < until) {
      const end = match.index + match[0].length;
      matches.push({ rule: name, start: match.index + (match[1]?.length ?? 0), end });
      searchFrom[index] = end;
      match = pattern.exec(text);
    }
    searchFrom[index] = Math.max(searchFrom[index] ?? 0, until);
  }
  return matches.sort((one, other) => one.start - other.start || other.end - one.end);
}
