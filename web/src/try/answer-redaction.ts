import { createResultFilter, findSecrets, type SecretMatch } from '@atip/core';
import { readSubject } from '../worker/subject.ts';

interface FilterQuestion {
  readonly text: string;
  /** Text of the document whose environment variables for authentication count as keys of secrets. Absent: none. */
  readonly document?: string | undefined;
}

/** Finds of one rule. `start`, `end` (UTF-16 units) and `line` (from 1) are those of its first find. */
export type RuleCount = SecretMatch & { readonly count: number; readonly line: number };

export type FilterAnswer = ReturnType<typeof answerFilter>;

export function answerFilter({ text, document }: FilterQuestion) {
  const read = document === undefined ? undefined : readSubject({ text: document });
  const tools = read?.ok ? [read.whole] : [];
  const after = createResultFilter(tools).filter(text, '');
  const whole = createResultFilter(tools, { maxLength: Number.MAX_SAFE_INTEGER }).filter(text, '');
  return {
    after,
    // The rules that found something, most finds first.
    rules: countRules(text, findSecrets(text, { tools })),
    // Characters that the filter would let through without its limit.
    cutFrom: whole === after ? undefined : whole.length,
  };
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
