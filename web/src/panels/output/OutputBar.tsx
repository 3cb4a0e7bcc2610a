import { type ReactElement, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { healthOf } from '../../state/health.ts';
import { allProviders, columnKey, columnTitle, type OutputColumn, withColumn } from '../../state/output-columns.ts';
import type { CompiledOutput } from '../../state/compile-protocol.ts';
import { AddColumn } from './AddColumn.tsx';

interface OutputBarProps {
  readonly output: CompiledOutput;
  /** Which text it was made of, counted from the first. */
  readonly revision: number;
  readonly isFiltered: boolean;
  /** All that are shown; the first is the header's. */
  readonly columns: readonly [OutputColumn, ...OutputColumn[]];
  /** The one that is shown where there is room for one; `undefined` where there is room for all. */
  readonly only: OutputColumn | undefined;
  readonly onOnly: (column: OutputColumn) => void;
  /** Takes the columns beside the first one. */
  readonly onColumns: (columns: readonly OutputColumn[]) => void;
  readonly onShowAll: () => void;
}

/** Which part of the document is shown, and in how many ways. */
export function OutputBar(props: OutputBarProps): ReactElement {
  const { output, revision, isFiltered, columns, only, onOnly, onColumns, onShowAll } = props;
  const [isAdding, setAdding] = useState(false);
  const [first, ...others] = columns;
  const { commands } = healthOf(output);
  return (
    <>
      <div className="output-bar">
        {isFiltered && (
          <span className="output-chip">
            <Icon name="filter" />
            {commands ?? 'All commands'}
            <button type="button" className="button button-link" onClick={onShowAll}>
              Show all
            </button>
          </span>
        )}
        {only !== undefined && others.length > 0 && <Only columns={columns} only={only} onOnly={onOnly} />}
        <span className="output-revision quiet grow">revision {revision}</span>
        <button
          type="button"
          className="button button-small button-plain output-bar-button"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          <Icon name="plus" />
          Add a column
        </button>
        {others.length === 0 ? (
          <button
            type="button"
            className="button button-small button-plain output-bar-button"
            onClick={() => onColumns(allProviders(first.provider))}
          >
            <Icon name="columns" />
            All providers
          </button>
        ) : (
          <button
            type="button"
            className="button button-small button-plain output-bar-button"
            onClick={() => onColumns([])}
          >
            <Icon name="close" />
            Only {columnTitle(first)}
          </button>
        )}
      </div>
      {isAdding && (
        <AddColumn
          columns={columns}
          onClose={() => setAdding(false)}
          onAdd={(column) => {
            setAdding(false);
            onColumns(withColumn(others, column));
            onOnly(column);
          }}
        />
      )}
    </>
  );
}

function Only({
  columns,
  only,
  onOnly,
}: Pick<OutputBarProps, 'columns' | 'onOnly'> & { only: OutputColumn }): ReactElement {
  return (
    <select
      className="field output-select"
      aria-label="Column"
      value={columnKey(only)}
      onChange={(event) => {
        const chosen = columns.find((column) => columnKey(column) === event.target.value);
        if (chosen) onOnly(chosen);
      }}
    >
      {columns.map((column) => (
        <option key={columnKey(column)} value={columnKey(column)}>
          {columnTitle(column)}
        </option>
      ))}
    </select>
  );
}
