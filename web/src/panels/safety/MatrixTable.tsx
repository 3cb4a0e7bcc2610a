import type { Decision } from '@atip/core';
import { type FocusEvent, type MouseEvent, type ReactElement, useRef } from 'react';
import type { SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import type { ColumnKey } from '../../analysis/safety/policy-columns.ts';
import { Icon } from '../../components/Icon.tsx';
import { useRowWindow } from '../commands/use-row-window.ts';
import type { PageActions } from '../panel.ts';
import { columnLabel, columnMeaning, DECISION_ICONS, DECISIONS } from './decision-words.ts';
import type { Pointed } from './Matrix.tsx';
import type { MatrixFilter } from './matrix-filter.ts';
import { MatrixRow } from './MatrixRow.tsx';
import { useGridCursor } from './use-grid-cursor.ts';

interface Pick {
  readonly key: ColumnKey;
  readonly decision: Decision;
}

interface MatrixTableProps {
  readonly matrix: SafetyMatrix;
  /** Places in `matrix.rows`, in the order in which they are shown; at least one. */
  readonly rows: readonly number[];
  readonly page: PageActions;
  readonly pick: MatrixFilter['pick'];
  readonly onPick: (pick: Pick) => void;
  readonly onPoint: (pointed: Pointed | undefined) => void;
}

/** The matrix itself: only the rows in view are in the page, and the arrow keys move from cell to cell. */
export function MatrixTable(props: MatrixTableProps): ReactElement {
  const { matrix, rows, page, onPoint } = props;
  const view = useRowWindow(rows.length);
  const table = useRef<HTMLTableElement>(null);
  const { active, onKeyDown, setActive } = useGridCursor(table, rows.length, matrix.columns.length, view);
  const pointAt = ({ target }: MouseEvent | FocusEvent): Pointed | undefined => {
    const found = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const [row, column] = [found?.dataset['row'], found?.dataset['column']];
    return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
  };
  const shown = rows.slice(view.first, view.last);
  return (
    <div ref={view.box} className="safety-scroll" onScroll={view.onScroll}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked by arrow keys is a grid (ARIA practices).
        role="grid"
        className="safety-table"
        aria-label="Commands and policies"
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
        onMouseOver={(event) => onPoint(pointAt(event))}
        onMouseLeave={() => onPoint(undefined)}
        onFocus={(event) => {
          const at = pointAt(event);
          onPoint(at);
          if (at) setActive({ row: rows.indexOf(at.row), column: at.column });
        }}
      >
        <MatrixHead {...props} />
        <tbody>
          <Gap height={view.top(view.first)} />
          {shown.map((row, index) => (
            <MatrixRow
              key={row}
              {...{ matrix, row, page }}
              place={view.first + index}
              activeColumn={active.row === view.first + index ? active.column : undefined}
            />
          ))}
          <Gap height={view.height - view.top(view.last)} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not in the page. */
function Gap({ height }: { readonly height: number }): ReactElement | undefined {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is empty and takes no focus.
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : undefined;
}

function MatrixHead({ matrix, pick, onPick }: MatrixTableProps): ReactElement {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">Command</th>
        {matrix.columns.map(({ key, ...counts }) => (
          <th key={key} scope="col" title={columnMeaning(key, matrix.trust)}>
            {columnLabel(key, matrix.trust)}
            {DECISIONS.map((decision) => (
              <button
                key={decision}
                type="button"
                className={`safety-sum is-${decision}`}
                aria-pressed={pick?.key === key && pick.decision === decision}
                aria-label={`${counts[decision].toLocaleString('en')} ${decision} under ${columnLabel(key, matrix.trust)}`}
                onClick={() => onPick({ key, decision })}
              >
                <Icon name={DECISION_ICONS[decision]} />
                {counts[decision].toLocaleString('en')}
              </button>
            ))}
          </th>
        ))}
      </tr>
    </thead>
  );
}
