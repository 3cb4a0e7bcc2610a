import { type Growth, type Row, ratioOf, type Table } from './row.ts';
import { showFigure, showNumber } from './show-figure.ts';

/** Figures beside their baselines, in Markdown. */
export function rowTable(rows: readonly Row[]): string {
  return tableText({
    head: ['measured', 'figure', 'baseline of the same run', 'ratio', 'remarks'],
    rows: rows.map((row) => [
      row.what,
      showFigure(row.value, row.unit),
      row.baseline === undefined ? '–' : `${row.baseline.what}: ${showFigure(row.baseline.value, row.unit)}`,
      row.baseline === undefined ? '–' : showNumber(ratioOf(row)),
      row.detail ?? '',
    ]),
  });
}

/** How figures grow, with the factor of each step; linear growth has the factor of the sizes. */
export function growthTable({ of, sizes, lines }: Growth): string {
  const steps = sizes.slice(1).map((size, at) => size / (sizes[at] ?? size));
  return tableText({
    head: [of, ...sizes.map(showNumber), ...steps.map((step) => `factor of a step × ${showNumber(step)}`)],
    rows: lines.map(({ what, unit, values }) => [
      what,
      ...values.map((value) => showFigure(value, unit)),
      ...values.slice(1).map((value, at) => `× ${showNumber(value / (values[at] ?? Number.NaN))}`),
    ]),
  });
}

/** A table in Markdown; a bar in a cell is written so that it ends no cell. */
export function tableText({ head, rows }: Table): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
