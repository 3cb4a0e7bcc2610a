import { cutText, textWidth } from './text.ts';

const GAP = 2;
/** Narrower than this a column says nothing. */
const NARROWEST = 4;

/**
 * Lays rows out in columns, cut to a width where one is given.
 *
 * @param rows the first is the heading; every cell is one line and safe to print
 * @param columns of the terminal. Absent: nothing is cut, since what is no terminal has no width.
 * @returns one line for each row, without line breaks
 */
export function formatTable(rows: readonly (readonly string[])[], columns: number | undefined): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => textWidth(row[at] ?? ''))));
  if (columns !== undefined) shrink(widths, columns);
  return rows.map((row) => {
    const cells = widths.map((width, at) => {
      const cell = cutText(row[at] ?? '', width);
      return cell + ' '.repeat(width - textWidth(cell) + GAP);
    });
    return cells.join('').trimEnd();
  });
}

/** Takes from the widest until all fit, or none can give more. */
function shrink(widths: number[], columns: number): void {
  let spare = columns - widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));
  while (spare < 0) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) return;
    widths[widths.indexOf(widest)] = widest - 1;
    spare += 1;
  }
}
