import { createResultFilter, findSecrets } from '@atip/core';
import { readSubject } from '../worker/subject.ts';

interface FilterQuestion {
  readonly text: string;
  /** Text of the document whose environment variables for authentication count as keys of secrets. Absent: none. */
  readonly document?: string | undefined;
}

export function answerFilter({ text, document }: FilterQuestion) {
  const read = document === undefined ? undefined : readSubject({ text: document });
  const tools = read?.ok ? [read.whole] : [];
  return {
    after: createResultFilter(tools).filter(text, ''),
    // The rules that found something, in the order of their first find.
    rules: countRules(text, findSecrets(text, { tools })),
  };
}

function countRules(text: string, found: ReturnType<typeof findSecrets>) {
  const rules = new Map<string, { readonly rule: string; readonly count: number; readonly line: number }>();
  for (const { rule, start } of found.toSorted((one, other) => one.start - other.start)) {
    const { count = 0, line = text.slice(0, start).split('\n').length } = rules.get(rule) ?? {};
    rules.set(rule, { rule, count: count + 1, line });
  }
  return [...rules.values()];
}
