import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { RowWindow } from '../commands/use-row-window.ts';
import { type GridCell, nextCell } from './next-cell.ts';

interface GridCursor {
  /** The one cell that the Tab key reaches; always one that is in the page. */
  readonly active: GridCell;
  readonly setActive: (cell: GridCell) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Moving through a grid by the keys of the ARIA practices: arrows, Page, Home and End, with Ctrl to the corners. */
export function useGridCursor(
  table: RefObject<HTMLTableElement | null>,
  rows: number,
  columns: number,
  view: RowWindow,
): GridCursor {
  const [cell, setActive] = useState<GridCell>({ row: 0, column: -1 });
  const moved = useRef(false);
  // Scrolled away it could not be reached by Tab: then the first row in view is.
  const isHere = cell.row >= view.first && cell.row < Math.min(view.last, rows);
  const active = isHere ? cell : { row: view.first, column: -1 };
  useEffect(() => {
    if (!moved.current) return;
    const target = table.current?.querySelector<HTMLElement>('tbody [tabindex="0"]');
    const place = target?.closest('tr')?.getAttribute('aria-rowindex');
    if (place !== String(cell.row + 2)) return;
    moved.current = false;
    target?.focus();
  });
  return {
    active,
    setActive,
    onKeyDown: (event) => {
      if (event.target instanceof Element && event.target.closest('tbody') === null) return;
      const next = nextCell(event, active, { rows, columns, page: view.page });
      if (next === undefined) return;
      event.preventDefault();
      moved.current = true;
      setActive(next);
      view.bringIntoView(next.row);
    },
  };
}
