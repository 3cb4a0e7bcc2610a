import { ratioOf } from './row.ts';
import { showFigure, showNumber } from './show-figure.ts';
import type { RowOf } from './target.ts';

/** The ratio of a row, as a reader wants it. */
export const ratio = (rowOf: RowOf, path: string): string => showNumber(ratioOf(rowOf(path)));

/** The figure of a row with its unit. */
export const figure = (rowOf: RowOf, path: string): string => {
  const { value, unit } = rowOf(path);
  return showFigure(value, unit);
};
/** The figure of its baseline. */
export const base = (rowOf: RowOf, path: string): string => {
  const { baseline, unit } = rowOf(path);
  return showFigure(baseline?.value ?? Number.NaN, unit);
};
