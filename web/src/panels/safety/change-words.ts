import type { Decision } from '@atip/core';
import type { SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import type { PolicyChange, PolicyChanges } from '../../analysis/safety/compare-policies.ts';
import { riskBits } from '../../analysis/commands/risk-bits.ts';
import { countOf } from '../../state/health.ts';
import { rowLabel } from './decision-words.ts';

/** What changes, as the heading of a list: `"Newly allowed"`. */
export const CHANGE_TITLES: Readonly<Record<Decision, string>> = {
  allow: 'Newly allowed',
  confirm: 'Newly to confirm',
  deny: 'Newly denied',
};

const VERBS: Readonly<Record<Decision, string>> = { allow: 'allows', confirm: 'asks about', deny: 'denies' };

/** Commands that a sentence names. */
const MAX_NAMED = 3;

/**
 * What a policy decides otherwise than another, a sentence for each decision; the gravest commands are named.
 *
 * Shape: `["ci newly denies 12 commands, 1 of them destructive: repo delete, pr merge, pr close …"]`; `[]` when both decide
 * the same.
 */
export function changeSentences(changes: PolicyChanges, { rows }: SafetyMatrix, name: string): readonly string[] {
  return (['allow', 'confirm', 'deny'] as const).flatMap((decision) => {
    const list = changes[decision];
    if (list.length === 0) return [];
    const named = list.slice(0, MAX_NAMED).flatMap(({ row }) => rows[row] ?? []);
    const more = list.length > MAX_NAMED ? ' …' : '.';
    const head = `${name} newly ${VERBS[decision]} ${amountOf(list, rows)}`;
    return [`${head}: ${named.map(rowLabel).join('; ')}${more}`];
  });
}

const DESTROYS = riskBits(['destroys']);
const UNSTATED = riskBits(['not-stated']);

/** Commands in a list; one that is there with several of its options counts once. */
export function commandsIn(changes: readonly PolicyChange[], rows: SafetyMatrix['rows'], risks = 0): number {
  const names = new Set<string>();
  for (const { row } of changes) {
    const command = rows[row];
    if (command === undefined || (command.risks & risks) !== risks) continue;
    for (const name of command.names ?? [command.name]) names.add(name);
  }
  return names.size;
}

/** `"3 destructive commands"`, `"12 commands, 3 of them destructive"`, `"5 commands, none stated to be destructive"`. */
function amountOf(list: readonly PolicyChange[], rows: SafetyMatrix['rows']): string {
  const count = commandsIn(list, rows);
  const destructive = commandsIn(list, rows, DESTROYS);
  if (destructive === count) return countOf(count, 'destructive command');
  const all = countOf(count, 'command');
  if (destructive > 0) return `${all}, ${destructive.toLocaleString('en')} of them destructive`;
  return commandsIn(list, rows, UNSTATED) === 0 ? all : `${all}, none stated to be destructive`;
}
