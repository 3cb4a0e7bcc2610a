import { type Row, ratioOf } from './row.ts';
import { showFigure, showNumber } from './show-figure.ts';

/** Looks up a measured row by `BENCH/ID`. @throws when it was not measured. */
export type RowOf = (path: string) => Row;

/** One thing that an earlier issue promises. */
export interface Target {
  /** The issue that names it. */
  readonly issue: number;
  readonly words: string;
  /** `BENCH/ID` of the row that answers it. */
  readonly row: string;
  /** What of the row is held against the bound: its figure, its ratio, or how many times as fast as its baseline. */
  readonly by: 'figure' | 'ratio' | 'speed';
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Why it is missed, in a sentence, from other figures where there are any. Asked for only where it is. */
  readonly why?: (rowOf: RowOf) => string;
}

/** What became of a target. */
export type Outcome =
  | { readonly target: Target; readonly state: 'left out'; readonly reason: string }
  | { readonly target: Target; readonly state: 'met' | 'missed'; readonly value: number; readonly row: Row };

/** What of a row a target looks at. */
export function valueFor({ by }: Target, row: Row): number {
  return by === 'figure' ? row.value : by === 'ratio' ? ratioOf(row) : 1 / ratioOf(row);
}

/** Whether a value is within the bounds; `NaN` never is. */
export function isMet({ atMost, atLeast }: Target, value: number): boolean {
  if (atMost === undefined && atLeast === undefined) throw new Error('A target has a bound.');
  return (
    !Number.isNaN(value) &&
    value <= (atMost ?? Number.POSITIVE_INFINITY) &&
    value >= (atLeast ?? Number.NEGATIVE_INFINITY)
  );
}

/** For example `"≤ 60 ms"`. */
export function showBound(target: Target, row?: Row): string {
  const { atMost, atLeast } = target;
  const bound = atMost ?? atLeast ?? Number.NaN;
  return `${atMost === undefined ? '≥' : '≤'} ${showValue(target, bound, row)}`;
}

/** A value of a target with its unit. */
export function showValue({ by }: Target, value: number, row?: Row): string {
  if (by === 'figure') return showFigure(value, row?.unit ?? '');
  return `${showNumber(value)} × ${by === 'ratio' ? 'the baseline' : 'as fast'}`;
}
