import { Table } from '../../components/Table.tsx';
import '../../styles/content.css';
import '../../styles/calls.css';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Choice } from '../../components/Choice.tsx';
import type { AskedCall } from '../../analysis/calls/asked-call.ts';
import type { PanelProps } from '../page-context.ts';
import { wantPart } from '../wanted-part.ts';
import { ConfirmDialog, RunResult } from './RunResult.tsx';
import { PasteResponse } from './PasteResponse.tsx';
import { type RunRequest, useRuns, type Run } from './runs.ts';
import { Stages } from './Stages.tsx';
import { useCalls } from './use-calls.ts';
import type { CallCheck, ToolCall } from '@atip/core';
import type { Companion } from '../../companion/companion.ts';
import { Button } from '../../components/Button.tsx';
import { companionTool } from '../../companion/companion-state.ts';
import { originWord } from '../companion/ToolFinder.tsx';
import { whyNotRun, durationOf, phaseLine } from './run-words.ts';
import { visibleText } from '../../text/visible-text.ts';

// With its combobox it is larger than all else here together.
const FillForm = lazy(async () => ({ default: (await import('./FillForm.tsx')).FillForm }));

const WAYS = [
  { value: 'paste', label: 'Paste a response' },
  { value: 'fill', label: 'Fill in arguments' },
] as const;

/** One model's call: from its response or a form to the exact command line, and through the companion to its result. */
export function Calls(props: PanelProps): ReactElement {
  const { copy, companion, dispatch, page } = props;
  const model = useCalls(props);
  const { runs, underway, start, decide, cancel } = useRuns(companion);
  const [shown, setShown] = useState<number>();
  const { index, stages, way } = model;
  const [newest] = runs;
  const run = runs.find(({ id }) => id === shown) ?? newest;
  const startRun = (request: RunRequest): void => setShown(start(request));
  const putIntoForm = ({ name, arguments: args }: AskedCall): void => {
    dispatch({ type: 'set', key: 'call', value: { name, arguments: args }, label: `Put ${name} into the form` });
    model.setWay('fill');
  };
  if (index === undefined) {
    const reading = model.pending
      ? 'Reading the document…'
      : 'Calls need a document that compiles to at least one command.';
    return (
      <div className="panel pane-body panel-flow" data-part="calls">
        <p className="empty">{model.failure ?? reading}</p>
      </div>
    );
  }
  return (
    <div className="panel pane-body panel-flow" data-part="calls">
      <Choice label="Where the call comes from" name="way" options={WAYS} value={way} onChoose={model.setWay} />
      {way === 'paste' ? (
        <PasteResponse model={model} example={index.example} />
      ) : (
        <Suspense fallback={<p className="quiet">Opening the form…</p>}>
          <FillForm model={model} commands={index.commands} />
        </Suspense>
      )}
      {model.failure !== undefined && <p className="bad">{model.failure}</p>}
      {stages && (
        <>
          <Stages
            stages={stages}
            onPolicy={() => {
              wantPart('policy');
              dispatch({ type: 'choose-tab', tab: 'safety' });
            }}
            {...(way === 'paste' && { onEdit: putIntoForm })}
          />
          <RunSection
            {...{ companion, underway }}
            check={stages.check}
            settled={model.settled}
            tool={index.tool}
            onRun={(call) => startRun({ call, provider: model.provider, ...(copy.policy && { policy: copy.policy }) })}
            onCancel={cancel}
            onCompanion={() => page.openDialog('companion')}
          />
        </>
      )}
      {run && <RunResult key={run.id} run={run} />}
      {runs.length > 0 && (
        <RunHistory
          runs={runs}
          shown={run?.id}
          canRun={companion.state.kind === 'connected' && !underway}
          onShow={setShown}
          onAgain={startRun}
          onPut={putIntoForm}
        />
      )}
      {newest?.question && underway && (
        <ConfirmDialog key={newest.question.id} question={newest.question} onDecide={decide} onCancel={cancel} />
      )}
    </div>
  );
}

interface RunSectionProps {
  readonly check: Omit<CallCheck, 'mapping'>;
  /** False: the check is of what was in the fields before. */
  readonly settled: boolean;
  readonly tool: string;
  readonly companion: Companion;
  readonly underway: boolean;
  readonly onRun: (call: ToolCall) => void;
  readonly onCancel: () => void;
  readonly onCompanion: () => void;
}

function RunSection(props: RunSectionProps): ReactElement {
  const { check, settled, tool, companion, underway, onRun, onCancel, onCompanion } = props;
  const reason = settled ? whyNotRun(check, tool, companion.state) : 'Following the call…';
  const known = companionTool(companion.state, tool);
  return (
    <section className="row" aria-label="Run">
      <Button
        look="primary"
        icon="play"
        aria-disabled={reason !== undefined || underway}
        aria-describedby="run-reason"
        onClick={() => reason === undefined && !underway && onRun(check.call)}
      >
        Run {tool}
      </Button>
      {underway && (
        <Button icon="stop" onClick={onCancel}>
          Cancel the run
        </Button>
      )}
      <p id="run-reason" className="quiet grow wrap">
        {reason ??
          (known &&
            `Runs ${known.executable} by the companion's own metadata (${originWord(known.origin).word}, ${known.trust}), not by the text on the left.`)}
        {reason !== undefined && settled && known === undefined && (
          <>
            {' '}
            <Button look="link" onClick={onCompanion}>
              Show the companion
            </Button>
          </>
        )}
      </p>
    </section>
  );
}

interface RunHistoryProps {
  readonly runs: readonly Run[];
  readonly shown: number | undefined;
  readonly canRun: boolean;
  readonly onShow: (id: number) => void;
  readonly onAgain: (request: RunRequest) => void;
  readonly onPut: (call: AskedCall) => void;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

function RunHistory({ runs, shown, canRun, onShow, onAgain, onPut }: RunHistoryProps): ReactElement {
  return (
    <div data-part="run-history">
      <Table
        className="table-narrow"
        caption="Runs of this visit; they are gone when the page is"
        isTitled
        columns={[
          'At',
          'Call',
          'Outcome',
          'Took',
          <span key="actions" className="visually-hidden">
            Actions
          </span>,
        ]}
      >
        {runs.map((run) => {
          const name = visibleText(run.request.call.name);
          const at = CLOCK.format(run.started);
          const actions = [
            { text: 'Run again', label: `Run again: ${name}`, disabled: !canRun, act: () => onAgain(run.request) },
            {
              text: 'Put into the form',
              label: `Put into the form: ${name} of ${at}`,
              act: () => onPut(run.request.call),
            },
          ];
          const show = { text: 'Show', label: `Show the run of ${at}: ${name}`, act: () => onShow(run.id) };
          return (
            <tr key={run.id} aria-current={run.id === shown || undefined}>
              <td>{at}</td>
              <th scope="row" className="mono">
                {name}
              </th>
              <td>{phaseLine(run)}</td>
              <td>{run.ended === undefined ? '' : durationOf(run.ended - run.started)}</td>
              <td>
                <div className="row">
                  {(run.id === shown ? actions : [show, ...actions]).map(({ text, label, act, ...more }) => (
                    <Button key={text} small aria-label={label} onClick={act} {...more}>
                      {text}
                    </Button>
                  ))}
                </div>
              </td>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}
