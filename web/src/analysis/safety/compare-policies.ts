import type { Decision, PolicyCell } from '@atip/core';
import { RISK_ORDER } from '../commands/risk-bits.ts';
import { cellAt, type SafetyMatrix } from './answer-safety-matrix.ts';
import type { ColumnKey } from './policy-columns.ts';

/** A command that two policies decide differently about. */
export interface PolicyChange {
  /** In the rows of the matrix. */
  readonly row: number;
  readonly before: PolicyCell;
  readonly after: PolicyCell;
}

/** What the second policy decides that the first did not, gravest command first. */
export type PolicyChanges = Readonly<Record<Decision, readonly PolicyChange[]>>;

/**
 * Holds one column of a matrix against another.
 *
 * A row for an option that adds harm is left out where the plain call's row has the same change: it says nothing new.
 */
export function comparePolicies(matrix: SafetyMatrix, before: ColumnKey, after: ColumnKey): PolicyChanges {
  const [from, to] = [before, after].map((key) => matrix.columns.findIndex((column) => column.key === key));
  const changes: Record<Decision, PolicyChange[]> = { allow: [], confirm: [], deny: [] };
  let plain = '';
  matrix.rows.forEach(({ options, names }, row) => {
    const cells = { before: cellAt(matrix, row, from ?? 0), after: cellAt(matrix, row, to ?? 0) };
    const change = `${cells.before.decision} ${cells.after.decision}`;
    if (options === undefined) plain = change;
    else if (names === undefined && change === plain) return;
    if (cells.before.decision !== cells.after.decision) changes[cells.after.decision].push({ row, ...cells });
  });
  const gravity = ({ row }: PolicyChange): number => gravityOf(matrix.rows[row]?.risks ?? 0);
  for (const list of Object.values(changes)) list.sort((a, b) => gravity(b) - gravity(a));
  return changes;
}

/** How grave a set of risks is: a graver risk outweighs all lighter ones together. */
function gravityOf(risks: number): number {
  return RISK_ORDER.reduce((sum, _risk, bit) => sum * 2 + ((risks >> bit) & 1), 0);
}
