/** Which rows of the matrix are shown. */
import type { Decision } from '@atip/core';
import { cellAt, type SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import type { ColumnKey } from '../../analysis/safety/policy-columns.ts';

export interface MatrixFilter {
  readonly query: string;
  /** Only rows about which policies decide differently. */
  readonly differ: boolean;
  /** Only rows about which this policy decides so. */
  readonly pick?: { readonly key: ColumnKey; readonly decision: Decision };
}

export const NO_FILTER: MatrixFilter = { query: '', differ: false };

/** Places of the rows that fit; every word of the query has to be in the name or among the options. */
export function matrixRows(matrix: SafetyMatrix, { query, differ, pick }: MatrixFilter): readonly number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const column = pick === undefined ? -1 : matrix.columns.findIndex(({ key }) => key === pick.key);
  const fits = (row: number): boolean => {
    if (pick !== undefined && cellAt(matrix, row, column).decision !== pick.decision) return false;
    if (differ && !differs(matrix, row)) return false;
    const { name, label, options = [], names = [] } = matrix.rows[row] ?? { name: '', label: '' };
    const text = [name, label, ...options, ...names].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return matrix.rows.map((_row, index) => index).filter(fits);
}

function differs(matrix: SafetyMatrix, row: number): boolean {
  const first = cellAt(matrix, row, 0).decision;
  return matrix.columns.some((_column, index) => cellAt(matrix, row, index).decision !== first);
}
