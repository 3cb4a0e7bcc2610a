import { type AtipTool, createResultFilter, findSecrets } from '@atip/core';
import { readSubject } from '../subject.ts';
import { type FilterSettings, filterOptions, type PatternSource, preparePattern } from './filter-settings.ts';
import { type MarkedText, markText, type TextMark } from './text-chunks.ts';

export interface FilterQuestion {
  /** A tool's output, as it was pasted. */
  readonly text: string;
  readonly settings: FilterSettings;
  /** Text of the document whose environment variables for authentication count as keys of secrets. Absent: none. */
  readonly document?: string;
}

export interface RuleCount {
  readonly rule: string;
  readonly count: number;
  /** Index of its first mark. */
  readonly first: number;
  /** Line of its first mark, from 1. */
  readonly line: number;
}

export type PatternAnswer =
  | { readonly ok: true; readonly matches: number }
  | { readonly ok: false; readonly message: string };

export interface FilterAnswer {
  /** The pasted text with what looks like a secret marked by rule. */
  readonly before: MarkedText;
  /** What a model gets, with each stretch that stands for something else marked. */
  readonly after: MarkedText;
  /** The rules that found something, most finds first. */
  readonly rules: readonly RuleCount[];
  /** One for each pattern of the settings; `undefined` for an empty one. */
  readonly patterns: readonly (PatternAnswer | undefined)[];
  /** Units that the filter would let through without a limit; absent when nothing is cut. */
  readonly cutFrom?: number;
}

const REDACTED = '[REDACTED]';
const TRUNCATED = '[TRUNCATED]';

/** What the result filter makes of a text, and why. */
export function answerFilter({ text, settings, document }: FilterQuestion): FilterAnswer {
  const tools = toolsOf(document);
  const options = filterOptions(settings);
  const found = findSecrets(text, { tools, knownSecrets: settings.knownSecrets });
  const before = markText(
    text,
    found.map(({ rule, start, end }) => ({ label: rule, start, end })),
  );
  const whole = createResultFilter(tools, { ...options, maxLength: Number.MAX_SAFE_INTEGER }).filter(text, '');
  const isCut = whole.length > settings.maxLength;
  const after = isCut ? createResultFilter(tools, options).filter(text, '') : whole;
  return {
    before,
    after: markText(after, replacements(after, isCut)),
    rules: countRules(before.marks),
    patterns: settings.patterns.map((pattern) => (pattern.source === '' ? undefined : tryPattern(pattern, text))),
    ...(isCut && { cutFrom: whole.length }),
  };
}

/** The tools whose metadata the filter reads: the document, when it can be read. */
export function toolsOf(document: string | undefined): readonly AtipTool[] {
  const read = document === undefined ? undefined : readSubject({ text: document });
  return read?.ok ? [read.whole] : [];
}

function countRules(marks: readonly TextMark[]): readonly RuleCount[] {
  const rules = new Map<string, RuleCount>();
  for (const [index, { label, line }] of marks.entries()) {
    const known = rules.get(label) ?? { rule: label, count: 0, first: index, line };
    rules.set(label, { ...known, count: known.count + 1 });
  }
  return [...rules.values()].sort((one, other) => other.count - one.count || one.first - other.first);
}

function replacements(after: string, isCut: boolean): readonly Omit<TextMark, 'line'>[] {
  const stretches: Omit<TextMark, 'line'>[] = [];
  for (let at = after.indexOf(REDACTED); at >= 0; at = after.indexOf(REDACTED, at + REDACTED.length)) {
    stretches.push({ label: 'redacted', start: at, end: at + REDACTED.length });
  }
  if (isCut) stretches.push({ label: 'truncated', start: after.length - TRUNCATED.length, end: after.length });
  return stretches;
}

/**
 * Counted in the text as it was pasted, by core itself, which bounds how long a pattern may look: what it replaces more
 * than was there. A match that swallows an earlier `[REDACTED]` of the text itself is not counted.
 */
function tryPattern(pattern: PatternSource, text: string): PatternAnswer {
  const prepared = preparePattern(pattern);
  if (!prepared.ok) return prepared;
  const maxLength = Number.MAX_SAFE_INTEGER;
  const count = (redactPatterns: RegExp[]): number =>
    createResultFilter([], { redactSecrets: false, redactPatterns, maxLength }).filter(text, '').split(REDACTED).length;
  return { ok: true, matches: Math.max(0, count([prepared.pattern]) - count([])) };
}
