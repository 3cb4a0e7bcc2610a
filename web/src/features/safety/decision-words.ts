import type { PolicyCell, TrustSource, Decision } from '@atip/core';
import type { ColumnKey, SafetyRow, SafetyMatrix } from './answer-safety-matrix.ts';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { POLICY_FIELDS } from './policy-edit.ts';
import { RISK_ORDER, type Risk } from '../../document/risks.ts';

/** A column's heading: `"ci"`, `"yours"`, `"for inferred"`. */
export function columnLabel(key: ColumnKey, trust: TrustSource): string {
  return key === 'trust' ? `for ${trust}` : key;
}

export function columnMeaning(key: ColumnKey, trust: TrustSource): string {
  return key === 'trust'
    ? `The advice for metadata from the source “${trust}”, as this document claims.`
    : MEANINGS[key];
}

const MEANINGS: Readonly<Record<Exclude<ColumnKey, 'trust'>, string>> = {
  yours: 'Your policy, from the part Policy; calls go by it.',
  open: 'Allows everything without asking.',
  standard: 'The default: asks before commands that destroy, denies those that wait at a terminal.',
  'read-only': 'Denies stated changes; asks about commands that do not state to be read-only.',
  'no-network': 'As standard, and denies the network.',
  ci: 'Nobody is there to ask: denies what could destroy, not be undone or cost money.',
};

/** A row as it is named: `"branch, with delete"`, `"any of 90 commands, with config"`. Nothing in it is unseen. */
export function rowLabel({ label, options, names }: SafetyRow): string {
  if (names !== undefined) return `any of ${countOf(names.length, 'command')}, with ${optionWords(options ?? [])}`;
  return options === undefined ? visibleText(label) : `${visibleText(label)}, with ${optionWords(options)}`;
}

const MAX_NAMED = 3;

export function optionWords(options: readonly string[]): string {
  const named = options.slice(0, MAX_NAMED).map(visibleText).join(' or ');
  return options.length > MAX_NAMED ? `${named} or ${options.length - MAX_NAMED} more` : named;
}

/** Why a cell says what it says, a sentence: `"“Destroy data” (allowDestructive) decided; …"`. */
export function reasonOf({ rule, assumed }: PolicyCell): string {
  if (rule === undefined) return 'Nothing stands against it.';
  const label = POLICY_FIELDS.find(({ key }) => key === rule)?.label ?? rule;
  const by = `Decided by ${rule} (${label.toLowerCase()})`;
  return assumed === true ? `${by}; not stated, so the worst is assumed.` : `${by}.`;
}

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
