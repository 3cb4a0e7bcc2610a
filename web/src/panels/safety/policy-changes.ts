/** What one policy decides otherwise than another, about the commands of a document. */
import type { Decision, PolicyCell } from '@atip/core';
import type { ColumnKey, SafetyMatrix, SafetyRow } from '../../analysis/safety/answer-safety-matrix.ts';
import { countOf } from '../../text/words.ts';
import { RISK_ORDER, type Risk } from '../../document/risks.ts';
import { rowLabel } from './decision-words.ts';

/** A command that two policies decide differently about. */
export interface PolicyChange {
  readonly row: SafetyRow;
  readonly before: PolicyCell;
  readonly after: PolicyCell;
}

/**
 * The changes from one column of a matrix to another, gravest command first.
 *
 * A row for an option that adds harm is left out where the plain call's row has the same change: it says nothing new.
 */
export function comparePolicies(matrix: SafetyMatrix, from: ColumnKey, to: ColumnKey): readonly PolicyChange[] {
  const [first, second] = [from, to].map((key) => matrix.columns.findIndex((column) => column.key === key));
  let plain = '';
  const changes = matrix.rows.flatMap((row): readonly PolicyChange[] => {
    const [before, after] = [row.cells[first ?? 0], row.cells[second ?? 0]];
    if (before === undefined || after === undefined) return [];
    const change = `${before.decision} ${after.decision}`;
    const isRepeated = row.options !== undefined && row.names === undefined && change === plain;
    if (row.options === undefined) plain = change;
    return isRepeated || before.decision === after.decision ? [] : [{ row, before, after }];
  });
  return changes.toSorted((one, other) => gravityOf(other.row.risks) - gravityOf(one.row.risks));
}

/** A graver risk outweighs all lighter ones together. */
function gravityOf(risks: readonly Risk[]): number {
  return RISK_ORDER.reduce((sum, risk) => sum * 2 + (risks.includes(risk) ? 1 : 0), 0);
}

const VERBS: Readonly<Record<Decision, string>> = { allow: 'allows', confirm: 'asks about', deny: 'denies' };

/** Commands that a sentence names. */
const MAX_NAMED = 3;

/**
 * A sentence for each decision that changes; the gravest commands are named.
 *
 * Shape: `["ci newly denies 12 commands, 1 of them destructive: repo delete, pr merge, pr close …"]`; `[]` when both decide
 * the same.
 */
export function changeSentences(changes: readonly PolicyChange[], name: string): readonly string[] {
  return (['allow', 'confirm', 'deny'] as const).flatMap((decision) => {
    const list = changes.filter(({ after }) => after.decision === decision);
    if (list.length === 0) return [];
    const named = list.slice(0, MAX_NAMED).map(({ row }) => rowLabel(row));
    const more = list.length > MAX_NAMED ? ' …' : '.';
    return [`${name} newly ${VERBS[decision]} ${amountOf(list)}: ${named.join('; ')}${more}`];
  });
}

/** `"3 destructive commands"`, `"12 commands, 3 of them destructive"`, `"5 commands, none stated to be destructive"`. */
function amountOf(list: readonly PolicyChange[]): string {
  const count = commandsIn(list);
  const destructive = commandsIn(list, 'destroys');
  if (destructive === count) return countOf(count, 'destructive command');
  const all = countOf(count, 'command');
  if (destructive > 0) return `${all}, ${destructive.toLocaleString('en')} of them destructive`;
  return commandsIn(list, 'not-stated') === 0 ? all : `${all}, none stated to be destructive`;
}

/** Commands in a list, of one risk if it is given; one that is there with several of its options counts once. */
function commandsIn(changes: readonly PolicyChange[], risk?: Risk): number {
  const fitting = changes.filter(({ row }) => risk === undefined || row.risks.includes(risk));
  return new Set(fitting.flatMap(({ row }) => row.names ?? [row.name])).size;
}
