import { AtipError, createResultFilter, findSecrets, type SecretMatch } from '@atip/core';
import { readSubject } from '../../worker/subject.ts';

export interface FilterQuestion {
  readonly text: string;
  readonly knownSecrets: readonly string[];
  /** Regular expressions to redact, each as `source` or `/source/flags`. */
  readonly patterns: readonly string[];
  /** Text of the document whose environment variables for authentication count as keys of secrets. Absent: none. */
  readonly document?: string;
}

/** Finds of one rule. `start`, `end` (UTF-16 units) and `line` (from 1) are those of its first find. */
export type RuleCount = SecretMatch & { readonly count: number; readonly line: number };

export type FilterAnswer = ReturnType<typeof answerFilter>;

export function answerFilter({ text, knownSecrets, patterns, document }: FilterQuestion) {
  const read = document === undefined ? undefined : readSubject({ text: document });
  const tools = read?.ok ? [read.whole] : [];
  const prepared = patterns.map(preparePattern);
  const options = {
    knownSecrets: [...knownSecrets],
    redactPatterns: prepared.filter((one) => one instanceof RegExp),
  };
  const after = createResultFilter(tools, options).filter(text, '');
  const whole = createResultFilter(tools, { ...options, maxLength: Number.MAX_SAFE_INTEGER }).filter(text, '');
  return {
    after,
    // The rules that found something, most finds first.
    rules: countRules(text, findSecrets(text, { tools, knownSecrets: options.knownSecrets })),
    // The reasons of refused patterns, a sentence each; the others are used.
    problems: prepared.filter((one) => typeof one === 'string'),
    // Characters that the filter would let through without its limit.
    ...(whole !== after && { cutFrom: whole.length }),
  };
}

/** @returns the reason of a refusal, in the words of the browser or of core; undefined for a valid pattern */
function preparePattern(typed: string): RegExp | string {
  const [, source = typed, flags = ''] = /^\/(.+)\/([a-z]*)$/.exec(typed) ?? [];
  try {
    const pattern = new RegExp(source, flags);
    createResultFilter([], { redactPatterns: [pattern] });
    return pattern;
  } catch (error) {
    if (error instanceof SyntaxError || AtipError.isInstance(error)) return error.message;
    throw error;
  }
}

function countRules(text: string, found: ReturnType<typeof findSecrets>): readonly RuleCount[] {
  const rules = new Map<string, RuleCount>();
  for (const { rule, start, end } of found) {
    const known = rules.get(rule);
    const line = known?.line ?? text.slice(0, start).split('\n').length;
    rules.set(rule, { rule, start, end, line, ...known, count: (known?.count ?? 0) + 1 });
  }
  return [...rules.values()].sort((one, other) => other.count - one.count || one.start - other.start);
}
