import type { AtipEffects } from '@atip/core';
import { effectsOfCall, effectsOfLine } from './call-of.ts';
import { type Label, truthOf, type Truth } from './labels.ts';
import { type Verdict, verdictOf, verdictOfAll } from './verdict.ts';

/** A labelled command with what was inferred. */
export interface Judged {
  readonly row: Label;
  readonly truth: Truth;
  readonly verdict: Verdict;
}

export interface Figures {
  readonly rows: number;
  /** Of write, destructive and harmful rows. */
  readonly mutating: number;
  readonly mutatingCalledRead: number;
  readonly destructive: number;
  readonly destructiveFound: number;
  readonly unknown: number;
}

/** Infers the effects of every row as its unit asks: a line of a shell, a command, or one of its options. */
export function judge(rows: readonly Label[]): Judged[] {
  return rows.map((row) => ({ row, truth: truthOf(row.label), verdict: verdictFor(row) }));
}

export function figuresOf(judged: readonly Judged[]): Figures {
  const mutating = judged.filter(({ truth }) => truth === 'write' || truth === 'destructive' || truth === 'harmful');
  const destructive = judged.filter(({ truth }) => truth === 'destructive');
  return {
    rows: judged.length,
    mutating: mutating.length,
    mutatingCalledRead: mutating.filter(({ verdict }) => verdict === 'read').length,
    destructive: destructive.length,
    destructiveFound: destructive.filter(({ verdict }) => verdict === 'destructive').length,
    unknown: judged.filter(({ verdict }) => verdict === 'unknown').length,
  };
}

/** Rows that AWS labels: so many, and so alike, that they would carry every figure. */
export function isAws({ row }: Judged): boolean {
  return row.source.startsWith('@cloud-copilot/');
}

function verdictFor({ unit, command, description = '' }: Label): Verdict {
  if (unit === 'invocation') return verdictOfAll(effectsOfLine(command));
  const words = command.split(' ').filter((word) => !/^<.*>$/.test(word));
  const path = words.filter(
    (word, index) => !/^[-+/]/.test(word) && !words.slice(0, index).some((one) => one.startsWith('-')),
  );
  const flags = words.filter((word) => word.startsWith('-'));
  const subject = unit === 'option' || unit === 'flag' ? (flags.at(-1) ?? '') : '';
  const effects: AtipEffects = effectsOfCall(path, flags, { [subject]: description });
  return verdictOf(effects);
}
