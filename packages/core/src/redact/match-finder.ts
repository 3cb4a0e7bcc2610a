import type { SecretMatch } from '../types/redaction.ts';
import type { KeywordIndex } from './keyword-index.ts';
import type { SecretRule } from './secret-rule.ts';

/** Finds what rules take for secrets in a text that is searched in steps, and may lose its beginning between them. */
export interface MatchFinder {
  /**
   * The matches of the next step, in the order of the text. Matches of different rules may overlap.
   *
   * Steps find the same as one search. A match that a step leaves to the next begins at most {@link STEP_MARGIN} before `until`.
   * The text must already hold the ends of the matches that begin in the step.
   */
  find(text: string, until: number): SecretMatch[];
  /** Tells that the text lost so many units at its beginning. */
  shift(units: number): void;
}

/** A match can begin so many units before its keyword. */
export const STEP_MARGIN = 128;

/** Creates a finder for one text. */
export function createMatchFinder(indexes: readonly KeywordIndex[]): MatchFinder {
  const searches = indexes.map((index) => ({ index, ends: new Map<number, number>() }));
  let next = 0;
  return {
    find(text, until) {
      const matches: SecretMatch[] = [];
      for (const { index, ends } of searches) {
        eachCandidate(text, next, until, index, (rule, at) => {
          if (at < (ends.get(rule) ?? 0)) return;
          const match = matchAt(text, index.rules[rule], at);
          if (match === undefined) return;
          matches.push(match);
          ends.set(rule, match.end);
        });
      }
      next = until;
      return matches.sort(inOrder);
    },
    shift(units) {
      next -= units;
      for (const { ends } of searches) {
        for (const [rule, end] of ends) ends.set(rule, end - units);
      }
    },
  };
}

/** By their start, and of those that start together the longest first. */
export function inOrder(one: SecretMatch, other: SecretMatch): number {
  return one.start - other.start || other.end - one.end;
}

/**
 * Calls `visit` for each rule and each place, from `from` to before `until`, where the rule's keyword stands.
 *
 * Looks at three characters at every second place: a keyword of four shows its first three there, or its last.
 */
function eachCandidate(
  text: string,
  from: number,
  until: number,
  { marks, keywords, rulesOf }: KeywordIndex,
  visit: (rule: number, at: number) => void,
): void {
  function visitAll(keyword: number, at: number): void {
    if (keywords[keyword] === 0) return;
    for (const rule of rulesOf.get(keyword) ?? []) visit(rule, at);
  }
  const end = Math.min(until + 1, text.length - 2);
  let three = text.charCodeAt(from) & 31;
  for (let at = from; at < end; at += 2) {
    three = ((three & 31) << 10) | ((text.charCodeAt(at + 1) & 31) << 5) | (text.charCodeAt(at + 2) & 31);
    const mark = marks[three] ?? 0;
    if (mark !== 0) {
      // In the order of the text, since a rule's matches may not overlap.
      if (mark > 1 && at > from) visitAll(((text.charCodeAt(at - 1) & 31) << 15) | three, at - 1);
      if (mark !== 2 && at < until) visitAll((three << 5) | (text.charCodeAt(at + 3) & 31), at);
    }
  }
}

function matchAt(text: string, rule: SecretRule | undefined, at: number): SecretMatch | undefined {
  if (rule === undefined) return undefined;
  const { name, pattern, unless } = rule;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const own = found.groups?.['own'];
  const kept = found.slice(1).find((group) => group !== undefined) ?? '';
  const start = own === undefined ? at + kept.length : at - own.length;
  if (unless !== undefined) {
    unless.lastIndex = start;
    if (unless.test(text)) return undefined;
  }
  return { rule: name, start, end: at + found[0].length };
}
