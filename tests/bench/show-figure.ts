import type { Unit } from './row.ts';

/** A figure as a reader wants it: three digits, thousands apart, with its unit. `NaN` and infinities show as they are. */
export function showFigure(value: number, unit: Unit): string {
  return `${showNumber(value)}${unit === '' || unit === '%' ? unit && ' %' : ` ${unit}`}`;
}

/** Three digits where there is a fraction; whole numbers in full, with thousands apart. */
export function showNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en');
  const digits = size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.095 ? 2 : 3;
  return value.toFixed(digits);
}
