import '../../components/content.css';
import './try.css';
import { Table } from '../../components/Table.tsx';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Choice } from '../../components/Choice.tsx';
import { type AskedCall, responseText } from './asked-call.ts';
import { type PanelProps, usePage } from '../../page/page-context.ts';
import { wantPart } from '../../page/wanted-part.ts';
import { ConfirmDialog, RunResult } from './RunResult.tsx';
import { type RunRequest, useRuns, type Run } from './runs.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Redaction } from './Redaction.tsx';
import { Stages } from './Stages.tsx';
import { useCalls, type CallsModel } from './use-calls.ts';
import type { CallCheck, ToolCall, Provider } from '@atip/core';
import { Button } from '../../components/Button.tsx';
import { companionTool } from '../../companion/companion-state.ts';
import { originWord } from '../companion/ToolFinder.tsx';
import { whyNotRun, durationOf, phaseLine } from './run-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { ReadResponse } from './answer-response.ts';
import { countOf } from '../../text/words.ts';
import { PROVIDER_LABELS } from '../../document/providers.ts';

// With its combobox it is larger than all else here together.
const FillForm = lazy(async () => ({ default: (await import('./FillForm.tsx')).FillForm }));

const WAYS = [
  { value: 'paste', label: 'Paste a response' },
  { value: 'fill', label: 'Fill in arguments' },
] as const;

/** One model's call: from its response or a form to the exact command line, and through the companion to its result. */
export function Try(props: PanelProps): ReactElement {
  const { copy, companion, dispatch } = props;
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
            underway={underway}
            check={stages.check}
            settled={model.settled}
            tool={index.tool}
            onRun={(call) => startRun({ call, provider: model.provider, ...(copy.policy && { policy: copy.policy }) })}
            onCancel={cancel}
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
      <Disclosure summary="Redact what a tool printed">
        <Redaction {...props} />
      </Disclosure>
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
  readonly underway: boolean;
  readonly onRun: (call: ToolCall) => void;
  readonly onCancel: () => void;
}

function RunSection(props: RunSectionProps): ReactElement {
  const { check, settled, tool, underway, onRun, onCancel } = props;
  const { companion, page } = usePage();
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
            <Button look="link" onClick={() => page.openDialog('companion')}>
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

interface PasteResponseProps {
  readonly model: CallsModel;
  /** Called by "insert an example". */
  readonly example: AskedCall;
}

/** A model's answer, or the stream of it, as its provider's API returned it. */
function PasteResponse({ model, example }: PasteResponseProps): ReactElement {
  const { copy, dispatch } = usePage();
  const { provider, response: text = '' } = copy;
  const { response } = model;
  const isBad = response.kind === 'unreadable' && text !== '';
  const change = (value: string | undefined, label?: string): void => {
    dispatch({ type: 'set', key: 'response', value, ...(label !== undefined && { label }) });
    model.setPlace(0);
  };
  return (
    <div className="stack">
      <div className="row">
        <label htmlFor="response" className="grow">
          {PROVIDER_LABELS[provider]} response with tool calls
        </label>
        {text !== '' && (
          <Button small onClick={() => change(undefined, 'Response cleared')}>
            Clear
          </Button>
        )}
        <Button
          small
          onClick={() => change(responseText(provider, example), text === '' ? undefined : 'Example inserted')}
        >
          Insert an example: {example.name}
        </Button>
      </div>
      <textarea
        id="response"
        className="field mono"
        rows={8}
        spellCheck={false}
        value={text}
        aria-invalid={isBad}
        aria-describedby="response-answer"
        placeholder="Paste what a provider’s API returned: the response, only the assistant’s message, or the lines of a stream. The page finds out whose it is."
        onChange={(event) => change(event.target.value === '' ? undefined : event.target.value)}
      />
      <div className="row">
        <p id="response-answer" role="status" className={isBad ? 'bad grow' : 'quiet grow'}>
          {text !== '' && answerLine(response)}
        </p>
        {text !== '' && <SwitchProvider response={response} />}
      </div>
      {isBad && <Unfinished response={response} />}
      {text !== '' && <ChooseCall response={response} model={model} />}
    </div>
  );
}

function answerLine(response: ReadResponse): string {
  if (response.kind === 'empty') return '';
  const { recognised } = response;
  const what = recognised && formOf(recognised);
  if (response.kind === 'calls') return `${what}, ${countOf(response.calls.length, 'call')}`;
  return what === undefined ? response.message : `${what}: ${response.message}`;
}

function formOf({ provider, events }: { readonly provider: Provider; readonly events?: number }): string {
  const name = provider === 'openai-responses' ? 'OpenAI Responses' : PROVIDER_LABELS[provider];
  if (events !== undefined) return `${name} stream of ${countOf(events, 'event')}`;
  return `${name} ${provider === 'mcp' ? 'request' : 'response'}`;
}

function SwitchProvider({ response }: { readonly response: ReadResponse }): ReactElement | null {
  const { copy, dispatch } = usePage();
  const found = response.kind === 'empty' ? undefined : response.recognised?.provider;
  if (found === undefined || found === copy.provider) return null;
  return (
    <Button small onClick={() => dispatch({ type: 'choose-provider', provider: found })}>
      Switch to {PROVIDER_LABELS[found]}
    </Button>
  );
}

function Unfinished({ response }: { readonly response: ReadResponse }): ReactElement | null {
  if (response.kind !== 'unreadable' || response.unfinished.length === 0) return null;
  return (
    <ul className="stack boxed" aria-label="Calls as far as they came">
      {response.unfinished.map(({ name, argumentsText }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the stream is what tells them apart.
        <li key={index}>
          <code>
            {visibleText(name)} {visibleText(argumentsText)}…
          </code>
        </li>
      ))}
      <li className="quiet">
        As far as they came. Half of a call is another call, so none of it can be followed or run.
      </li>
    </ul>
  );
}

function ChooseCall({
  response,
  model,
}: {
  readonly response: ReadResponse;
  readonly model: CallsModel;
}): ReactElement | null {
  if (response.kind !== 'calls' || response.calls.length < 2) return null;
  const place = model.place < response.calls.length ? model.place : 0;
  return (
    <fieldset className="stack">
      <legend>{response.calls.length} calls; look at</legend>
      {response.calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a provider may repeat an id; the place in the response does not repeat.
        <label key={at} className="check wrap">
          <input type="radio" name="call" checked={at === place} onChange={() => model.setPlace(at)} />
          <span className="mono">{visibleText(call.name)}</span>{' '}
          <span className="quiet mono">{visibleText(call.id)}</span>
        </label>
      ))}
    </fieldset>
  );
}
