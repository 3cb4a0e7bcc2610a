/** A cell by the place of its row among those shown; column -1 is the row's name. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows in view. */
  readonly page: number;
}

/** Where a key leads; `undefined` for a key that leads nowhere. */
export function nextCell(
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  { row, column }: GridCell,
  { rows, columns, page }: GridSize,
): GridCell | undefined {
  const at = (toRow: number, toColumn: number): GridCell => ({
    row: Math.max(0, Math.min(rows - 1, toRow)),
    column: Math.max(-1, Math.min(columns - 1, toColumn)),
  });
  switch (key) {
    case 'ArrowDown':
      return at(row + 1, column);
    case 'ArrowUp':
      return at(row - 1, column);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'PageDown':
      return at(row + page, column);
    case 'PageUp':
      return at(row - page, column);
    case 'Home':
      return at(ctrlKey ? 0 : row, -1);
    case 'End':
      return at(ctrlKey ? rows - 1 : row, columns - 1);
    default:
      return undefined;
  }
}
