import { type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import { cellAt, type SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import { Badge } from '../../components/Badge.tsx';
import { FilterField } from '../../components/FilterField.tsx';
import { countOf } from '../../state/health.ts';
import { marksOf } from '../commands/command-words.ts';
import type { PanelProps } from '../panel.ts';
import { DecisionMark } from './DecisionMark.tsx';
import { columnLabel, columnMeaning, reasonOf, rowLabel } from './decision-words.ts';
import { type MatrixFilter, matrixRows, NO_FILTER } from './matrix-filter.ts';
import { MatrixTable } from './MatrixTable.tsx';

interface MatrixProps extends PanelProps {
  readonly matrix: SafetyMatrix;
}

/** A place in the whole matrix; column -1 is the name. */
export interface Pointed {
  readonly row: number;
  readonly column: number;
}

/** Commands × policies: what is decided, and which rule decided. */
export function Matrix({ matrix, page, document }: MatrixProps): ReactElement {
  const [filter, setFilter] = useState<MatrixFilter>(NO_FILTER);
  const [pointed, setPointed] = useState<Pointed>();
  const wanted = useDeferredValue(filter);
  const rows = useMemo(() => matrixRows(matrix, wanted), [matrix, wanted]);
  const set = (change: Partial<MatrixFilter>): void => setFilter({ ...filter, ...change });
  const isFiltered = filter.query.trim() !== '' || filter.differ || filter.pick !== undefined;
  return (
    <div className="safety-body">
      <div className="safety-tools">
        <FilterField
          label="Filter the matrix by name"
          placeholder="Filter by name"
          value={filter.query}
          onChange={(query) => set({ query })}
        />
        <label className="check">
          <input type="checkbox" checked={filter.differ} onChange={(event) => set({ differ: event.target.checked })} />
          Only where policies differ
        </label>
        <output className="quiet">{rowCount(matrix, rows)}</output>
        {isFiltered && (
          <button type="button" className="button button-small" onClick={() => setFilter(NO_FILTER)}>
            Show all
          </button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="empty">
          <strong>0 of {countOf(matrix.rows.length, 'row')} fit.</strong> {emptyWords(filter, matrix)}
        </p>
      ) : (
        <MatrixTable
          key={document.id}
          {...{ matrix, rows, page }}
          pick={filter.pick}
          onPick={({ key, decision }) => {
            const isOn = filter.pick?.key === key && filter.pick.decision === decision;
            const { pick: _left, ...rest } = filter;
            setFilter(isOn ? rest : { ...rest, pick: { key, decision } });
          }}
          onPoint={setPointed}
        />
      )}
      <MatrixDetail matrix={matrix} pointed={pointed} />
    </div>
  );
}

/** `"105 commands and 30 with options that matter"`: what is shown, in numbers. */
function rowCount(matrix: SafetyMatrix, rows: readonly number[]): string {
  const withOptions = rows.filter((row) => matrix.rows[row]?.options !== undefined).length;
  const plain = countOf(rows.length - withOptions, 'command');
  return withOptions === 0 ? plain : `${plain}, ${withOptions.toLocaleString('en')} more with options`;
}

function emptyWords({ pick, differ }: MatrixFilter, { trust }: SafetyMatrix): string {
  if (pick !== undefined) return `${columnLabel(pick.key, trust)} says “${pick.decision}” to none that fit the rest.`;
  return differ
    ? 'About these, all policies decide the same.'
    : 'Names and options are searched; every word has to be there.';
}

interface MatrixDetailProps {
  readonly matrix: SafetyMatrix;
  readonly pointed: Pointed | undefined;
}

/** The line below the matrix: everything about the cell that is pointed at, or what the marks mean. */
function MatrixDetail({ matrix, pointed }: MatrixDetailProps): ReactElement {
  const row = pointed && matrix.rows[pointed.row];
  if (pointed === undefined || row === undefined) {
    return (
      <p className="safety-detail quiet">
        Point at a cell for the rule that decided. A dashed ring: the metadata does not say, so the worst is{' '}
        <span className="safety-mark is-confirm" data-assumed>
          assumed
        </span>
        . A number above filters.
      </p>
    );
  }
  const column = matrix.columns[pointed.column];
  const cell = cellAt(matrix, pointed.row, pointed.column);
  return (
    <div className="safety-detail">
      <p>
        <strong>{rowLabel(row)}</strong>
        {column !== undefined && (
          <>
            {' '}
            · <span title={columnMeaning(column.key, matrix.trust)}>{columnLabel(column.key, matrix.trust)}</span>:{' '}
            <DecisionMark cell={cell} /> {reasonOf(cell)}
          </>
        )}
      </p>
      <ul className="badges" aria-label="Effects">
        {marksOf(row.risks).map((mark) => (
          <Badge key={mark.risk} mark={mark} />
        ))}
      </ul>
    </div>
  );
}
