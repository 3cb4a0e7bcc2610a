import type { ReactElement } from 'react';
import type { AskedCall } from '../../state/response-text.ts';
import { durationOf, type RunHistory, type RunRecord, type RunRequest } from '../../state/run-history.ts';
import { phaseLine } from '../../state/run-lines.ts';
import { visibleText } from '../../state/visible-text.ts';

interface RunHistoryTableProps {
  readonly history: RunHistory;
  /** `id` of the run whose result is shown. */
  readonly shown: number | undefined;
  readonly canRun: boolean;
  readonly onShow: (id: number) => void;
  readonly onAgain: (request: RunRequest) => void;
  readonly onPut: (call: AskedCall) => void;
}

/** The runs of this visit, the newest first. */
export function RunHistoryTable(props: RunHistoryTableProps): ReactElement {
  return (
    <table className="calls-table" data-part="run-history">
      <caption>Runs of this visit; they are gone when the page is</caption>
      <thead>
        <tr>
          <th scope="col">At</th>
          <th scope="col">Call</th>
          <th scope="col">Outcome</th>
          <th scope="col">Took</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.history.map((record) => (
          <Row key={record.id} record={record} {...props} />
        ))}
      </tbody>
    </table>
  );
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

function Row({
  record,
  shown,
  canRun,
  onShow,
  onAgain,
  onPut,
}: RunHistoryTableProps & { readonly record: RunRecord }): ReactElement {
  const { id, request, started, ended, run } = record;
  const name = visibleText(request.call.name);
  const at = CLOCK.format(started);
  return (
    <tr aria-current={id === shown || undefined}>
      <td>{at}</td>
      <th scope="row" className="mono calls-wrap">
        {name}
      </th>
      <td>{phaseLine(run)}</td>
      <td>{ended === undefined ? '' : durationOf(ended - started)}</td>
      <td>
        <div className="calls-row">
          {id !== shown && (
            <button
              type="button"
              className="button button-small"
              aria-label={`Show the run of ${at}: ${name}`}
              onClick={() => onShow(id)}
            >
              Show
            </button>
          )}
          <button
            type="button"
            className="button button-small"
            aria-label={`Run again: ${name}`}
            disabled={!canRun}
            onClick={() => onAgain(request)}
          >
            Run again
          </button>
          <button
            type="button"
            className="button button-small"
            aria-label={`Put into the form: ${name} of ${at}`}
            onClick={() => onPut(request.call)}
          >
            Put into the form
          </button>
        </div>
      </td>
    </tr>
  );
}
