import '../../styles/calls.css';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Choice } from '../../components/Choice.tsx';
import { isUnderway } from '../../state/call-run.ts';
import type { AskedCall } from '../../state/response-text.ts';
import type { RunRequest } from '../../state/run-history.ts';
import { WANTED_PART } from '../../state/wanted-part.ts';
import type { PanelProps } from '../panel.ts';
import { BadCalls } from './BadCalls.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { PasteResponse } from './PasteResponse.tsx';
import { RunHistoryTable } from './RunHistoryTable.tsx';
import { RunResult } from './RunResult.tsx';
import { RunSection } from './RunSection.tsx';
import { Stages } from './Stages.tsx';
import { useCalls } from './use-calls.ts';
import { useRuns } from './use-runs.ts';

// With its combobox it is larger than all else here together.
const FillForm = lazy(async () => ({ default: (await import('./FillForm.tsx')).FillForm }));

const WAYS = [
  { value: 'paste', label: 'Paste a response' },
  { value: 'fill', label: 'Fill in arguments' },
] as const;

/** One model's call: from its response or a form to the exact command line, and through the companion to its result. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one line per part and prop; there is no logic to move out.
export function Calls(props: PanelProps): ReactElement {
  const { copy, companion, dispatch, page } = props;
  const model = useCalls(props);
  const runs = useRuns(companion);
  const [shown, setShown] = useState<number>();
  const { index, subject, stages, way } = model;
  const record = runs.history.find(({ id }) => id === shown) ?? runs.history[0];
  const question = runs.history[0]?.run.question;
  const start = (request: RunRequest): void => setShown(runs.start(request));
  const putIntoForm = ({ name, arguments: args }: AskedCall): void => {
    dispatch({ type: 'set', key: 'call', value: { name, arguments: args }, label: `Put ${name} into the form` });
    model.setBroken(false);
    model.setWay('fill');
  };
  if (index === undefined || subject === undefined) {
    return (
      <div className="panel pane-body calls" data-part="calls">
        <p className="empty">{nothingToCall(model.pending, model.failure)}</p>
      </div>
    );
  }
  const call = stages?.check.call;
  return (
    <div className="panel pane-body calls" data-part="calls">
      <Choice label="Where the call comes from" name="way" options={WAYS} value={way} onChoose={model.setWay} />
      {way === 'paste' ? (
        <PasteResponse {...{ copy, dispatch, model }} example={index.example} />
      ) : (
        <Suspense fallback={<p className="quiet">Opening the form…</p>}>
          <FillForm {...{ dispatch, model }} commands={index.commands} />
        </Suspense>
      )}
      {model.failure !== undefined && <p className="bad">{model.failure}</p>}
      {stages && (
        <Stages
          stages={stages}
          onPolicy={() => {
            WANTED_PART.want('policy');
            dispatch({ type: 'choose-tab', tab: 'safety' });
          }}
          {...(way === 'paste' && { onEdit: putIntoForm })}
        />
      )}
      {stages && (
        <RunSection
          check={stages.check}
          settled={model.settled}
          toolName={index.tool}
          companion={companion}
          underway={runs.underway}
          onRun={(ran) => start({ call: ran, provider: model.provider, ...(copy.policy && { policy: copy.policy }) })}
          onCancel={runs.cancel}
          onCompanion={() => page.openDialog('companion')}
        />
      )}
      {record && <RunResult key={record.id} record={record} />}
      {call && stages.check.stoppedAt !== 'command' && (
        <BadCalls
          active={props.active}
          subject={subject}
          policy={copy.policy}
          provider={model.provider}
          call={call}
          onPut={putIntoForm}
        />
      )}
      {runs.history.length > 0 && (
        <RunHistoryTable
          history={runs.history}
          shown={record?.id}
          canRun={companion.state.kind === 'connected' && !runs.underway}
          onShow={setShown}
          onAgain={start}
          onPut={putIntoForm}
        />
      )}
      {question && runs.history[0] && isUnderway(runs.history[0].run) && (
        <ConfirmDialog key={question.id} question={question} onDecide={runs.decide} onCancel={runs.cancel} />
      )}
    </div>
  );
}

function nothingToCall(pending: boolean, failure: string | undefined): string {
  if (failure !== undefined) return failure;
  return pending ? 'Reading the document…' : 'Calls need a document that compiles to at least one command.';
}
