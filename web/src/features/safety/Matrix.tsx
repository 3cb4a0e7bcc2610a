import { usePage } from '../../page/page-context.ts';
import type { Decision, PolicyCell } from '@atip/core';
import { type ReactElement, useMemo, useState } from 'react';
import type { ColumnKey, SafetyMatrix, SafetyRow } from './answer-safety-matrix.ts';
import { Badge } from '../../components/Badge.tsx';
import { FilterField } from '../../components/FilterField.tsx';
import { Button } from '../../components/Button.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { countOf } from '../../text/words.ts';
import { marksOf } from '../../document/risks.ts';
import { useRowWindow } from '../../components/row-window.ts';
import { columnLabel, columnMeaning, optionWords, reasonOf, rowLabel } from './decision-words.ts';

interface Pick {
  readonly key: ColumnKey;
  readonly decision: Decision;
}

/** Commands × policies: what is decided, and which rule decided. */
export function Matrix({ matrix }: { readonly matrix: SafetyMatrix }): ReactElement {
  const { document } = usePage();
  const [query, setQuery] = useState('');
  const [differ, setDiffer] = useState(false);
  const [pick, setPick] = useState<Pick>();
  const [pointed, setPointed] = useState<SafetyRow>();
  const rows = useMemo(() => fittingRows(matrix, query, differ, pick), [matrix, query, differ, pick]);
  const withOptions = rows.filter(({ options }) => options !== undefined).length;
  const showAll = (): void => {
    setQuery('');
    setDiffer(false);
    setPick(undefined);
  };
  return (
    <div className="panel">
      <div className="bar safety-tools">
        <FilterField label="Filter the matrix by name" placeholder="Filter by name" value={query} onChange={setQuery} />
        <label className="check">
          <input type="checkbox" checked={differ} onChange={(event) => setDiffer(event.target.checked)} />
          Only where policies differ
        </label>
        <output className="quiet">
          {countOf(rows.length - withOptions, 'command')}
          {withOptions > 0 && `, ${withOptions.toLocaleString('en')} more with options`}
        </output>
        {(query.trim() !== '' || differ || pick !== undefined) && (
          <Button small onClick={showAll}>
            Show all
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="empty">
          <strong>0 of {countOf(matrix.rows.length, 'row')} fit.</strong> Names and options are searched; every word has
          to be there.
        </p>
      ) : (
        <MatrixTable
          key={document.id}
          {...{ matrix, rows, pick }}
          onPick={(next) => setPick(pick?.key === next.key && pick.decision === next.decision ? undefined : next)}
          onPoint={setPointed}
        />
      )}
      <RowDetail matrix={matrix} row={pointed} />
    </div>
  );
}

function fittingRows(
  matrix: SafetyMatrix,
  query: string,
  differ: boolean,
  pick: Pick | undefined,
): readonly SafetyRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const column = matrix.columns.findIndex(({ key }) => key === pick?.key);
  return matrix.rows.filter(({ name, label, options = [], names = [], cells }) => {
    const text = [name, label, ...options, ...names].join(' ').toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (!differ || cells.some(({ decision }) => decision !== cells[0]?.decision)) &&
      (pick === undefined || cells[column]?.decision === pick.decision)
    );
  });
}

const DECISION_ICONS: Readonly<Record<Decision, IconName>> = { allow: 'check', confirm: 'warning', deny: 'close' };
const DECISIONS: readonly Decision[] = ['allow', 'confirm', 'deny'];

/** A decision in colour, shape and word; what rests on an assumption has a dashed ring and says so. */
export function DecisionMark({ cell }: { readonly cell: PolicyCell }): ReactElement {
  const { decision, rule, assumed } = cell;
  return (
    <span className={`safety-mark is-${decision}`} data-assumed={assumed || undefined} title={reasonOf(cell)}>
      <Icon name={DECISION_ICONS[decision]} />
      {decision}
      {rule !== undefined && (
        <span className="visually-hidden">{` by ${rule}${assumed === true ? ', assumed' : ''}`}</span>
      )}
    </span>
  );
}

interface MatrixTableProps {
  readonly matrix: SafetyMatrix;
  /** Those that fit; at least one. */
  readonly rows: readonly SafetyRow[];
  readonly pick: Pick | undefined;
  readonly onPick: (pick: Pick) => void;
  readonly onPoint: (row: SafetyRow) => void;
}

/** The matrix itself: only the rows in view are in the page. */
function MatrixTable(props: MatrixTableProps): ReactElement {
  const { matrix, rows, onPoint } = props;
  const view = useRowWindow(rows.length);
  return (
    <div ref={view.box} className="safety-scroll" onScroll={view.onScroll}>
      <table className="safety-table" aria-label="Commands and policies" aria-rowcount={rows.length + 1}>
        <MatrixHead {...props} />
        <tbody>
          <Gap height={view.top(view.first)} />
          {rows.slice(view.first, view.last).map((row, index) => (
            <tr
              key={`${row.name} ${row.options?.join(' ')}`}
              aria-rowindex={view.first + index + 2}
              onMouseEnter={() => onPoint(row)}
              onFocus={() => onPoint(row)}
            >
              <th scope="row" className="safety-name">
                <PlaceLink row={row} isNested={row.options !== undefined && row.names === undefined} />
              </th>
              {matrix.columns.map(({ key }, column) => (
                <td key={key}>
                  <DecisionMark cell={row.cells[column] ?? { decision: 'deny' }} />
                </td>
              ))}
            </tr>
          ))}
          <Gap height={view.height - view.top(view.last)} />
        </tbody>
      </table>
    </div>
  );
}

interface PlaceLinkProps {
  readonly row: SafetyRow;
  /** Stands below the row of its plain call. */
  readonly isNested?: boolean;
}

/** A command's name with its gravest risk; leads to its place in the document. */
export function PlaceLink({ row, isNested = false }: PlaceLinkProps): ReactElement {
  const { page } = usePage();
  const { options = [], range, risks } = row;
  return (
    <button
      type="button"
      className={`place-link bare mono risk-${risks[0] ?? 'none'}`}
      title={`${rowLabel(row)}: goes there in the document`}
      aria-label={rowLabel(row)}
      onClick={() => range && page.reveal(range)}
    >
      {risks[0] && <Icon name={risks[0]} />}
      <span className="clip">{isNested ? `└ with ${optionWords(options)}` : rowLabel(row)}</span>
    </button>
  );
}

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

interface RowDetailProps {
  readonly matrix: SafetyMatrix;
  readonly row: SafetyRow | undefined;
}

/** Below the matrix: the rules that decided about the row that is pointed at, or what the marks mean. */
function RowDetail({ matrix, row }: RowDetailProps): ReactElement {
  if (row === undefined) {
    return (
      <p className="safety-detail quiet">
        Point at a row for the rules that decided. A dashed ring: the metadata does not say, so the worst is{' '}
        <span className="safety-mark is-confirm" data-assumed>
          assumed
        </span>
        . A number above filters.
      </p>
    );
  }
  const reasons = new Map<string, string[]>();
  for (const [index, { key }] of matrix.columns.entries()) {
    const reason = reasonOf(row.cells[index] ?? { decision: 'deny' });
    reasons.set(reason, [...(reasons.get(reason) ?? []), columnLabel(key, matrix.trust)]);
  }
  return (
    <div className="safety-detail">
      <ul className="badges" aria-label="Effects">
        <li>
          <strong>{rowLabel(row)}</strong>
        </li>
        {marksOf(row.risks).map((mark) => (
          <Badge key={mark.risk} mark={mark} />
        ))}
      </ul>
      <ul>
        {[...reasons].map(([reason, columns]) => (
          <li key={reason}>
            <span className="quiet">{columns.join(', ')}:</span> {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
