import '../../components/content.css';
import './try.css';
import { type ComponentType, lazy, type ReactElement, Suspense, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Choice } from '../../components/Choice.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PROVIDER_LABELS } from '../../document/providers.ts';
import { type PanelProps, usePage } from '../../page/page-context.ts';
import { wantPart } from '../../page/wanted-part.ts';
import { visibleText } from '../../text/visible-text.ts';
import { countOf } from '../../text/words.ts';
import type { ReadResponse } from './answer-response.ts';
import { type AskedCall, responseText } from './asked-call.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Redaction } from './Redaction.tsx';
import { RunHistory, RunResult } from './RunResult.tsx';
import { type RunRequest, useRuns } from './runs.ts';
import { refusingStage, type StageId, Stages } from './Stages.tsx';
import { type CallsModel, useCalls, type Way } from './use-calls.ts';
import { VerdictBar } from './VerdictBar.tsx';
import { VERDICTS } from './verdict.ts';

interface WayProps {
  readonly model: CallsModel;
}

// With its combobox it is larger than all else here together.
const CommandField = lazy(async () => ({ default: (await import('./FillForm.tsx')).CommandField }));
const FormFields = lazy(async () => ({ default: (await import('./FillForm.tsx')).FormFields }));

interface WayParts {
  readonly label: string;
  /** Above the verdict: little, so that the verdict stays in sight. Absent: this way makes no call. */
  readonly Input?: ComponentType<WayProps>;
  /** Below the verdict. */
  readonly More?: ComponentType<WayProps>;
}

const WAYS: Readonly<Record<Way, WayParts>> = {
  paste: { label: 'Model’s answer', Input: PastedAnswer, More: ChooseCall },
  fill: { label: 'Form', Input: CommandField, More: FormFields },
  redact: { label: 'Redact output' },
};

const WAY_OPTIONS = (['paste', 'fill', 'redact'] as const).map((value) => ({ value, label: WAYS[value].label }));

/** One model's call: from its answer or a form to the exact command line, and through the companion to its result. */
export function Try(props: PanelProps): ReactElement {
  const model = useCalls(props);
  const { runs, underway, start, decide, cancel } = useRuns(props.companion);
  const [newest] = runs;
  const { Input } = WAYS[model.way];
  return (
    <div className="panel pane-body panel-flow try" data-part="try">
      <Choice label="What to try" name="way" options={WAY_OPTIONS} value={model.way} onChoose={model.setWay} />
      {Input ? (
        <Call {...{ model, runs, underway, start, cancel }} Input={Input} />
      ) : (
        <Redaction active={props.active} />
      )}
      {newest?.question && underway && (
        <ConfirmDialog key={newest.question.id} question={newest.question} onDecide={decide} onCancel={cancel} />
      )}
    </div>
  );
}

interface CallProps extends Pick<ReturnType<typeof useRuns>, 'runs' | 'underway' | 'start' | 'cancel'>, WayProps {
  readonly Input: ComponentType<WayProps>;
}

function Call({ model, runs, underway, start, cancel, Input }: CallProps): ReactElement {
  const { copy, companion, dispatch } = usePage();
  const [shown, setShown] = useState<number>();
  const [opened, setOpened] = useState<StageId | 'none'>();
  const panel = useRef<HTMLDivElement>(null);
  const { index, stages, way, setWay, failure } = model;
  if (index === undefined) {
    const reading = model.pending ? 'Reading the document…' : 'A call needs a document with at least one command.';
    return <p className="empty">{failure ?? reading}</p>;
  }
  const { More } = WAYS[way];
  const run = runs.find(({ id }) => id === shown) ?? runs[0];
  const startRun = (request: RunRequest): void => setShown(start(request));
  const showPolicy = (): void => {
    wantPart('policy');
    dispatch({ type: 'choose-tab', tab: 'safety' });
  };
  const put = ({ name, arguments: args }: AskedCall): void => {
    dispatch({ type: 'set', key: 'call', value: { name, arguments: args }, label: `Put ${name} into the form` });
    setWay('fill');
    // The button that was pressed goes away, and the focus must not go with it.
    panel.current?.parentElement?.querySelector<HTMLElement>('input[name=way][value=fill]')?.focus();
  };
  const refusing = stages && refusingStage(stages);
  const open = opened === 'none' ? undefined : (opened ?? refusing);
  const explain = (): void => {
    setOpened(refusing ?? 'policy');
    panel.current?.querySelector<HTMLElement>(`#stage-${refusing ?? 'policy'}`)?.focus();
  };
  return (
    <div className="stack try-call" ref={panel}>
      <Suspense fallback={<p className="quiet">Opening the form…</p>}>
        <Input model={model} />
      </Suspense>
      <VerdictBar
        {...{ model, underway }}
        tool={index.tool}
        onRun={() =>
          stages &&
          startRun({ call: stages.check.call, provider: model.provider, ...(copy.policy && { policy: copy.policy }) })
        }
        onCancel={cancel}
        onWhy={explain}
        onPolicy={showPolicy}
        onPut={put}
      />
      {failure !== undefined && <p className="bad">{failure}</p>}
      <Suspense>{More && <More model={model} />}</Suspense>
      {stages && <Stages stages={stages} open={open} onOpen={(id) => setOpened(id ?? 'none')} onPolicy={showPolicy} />}
      {stages && way === 'paste' && (
        <Button small className="start" onClick={() => put(stages.check.call)}>
          Put {visibleText(stages.check.call.name)} into the form
        </Button>
      )}
      {run && <RunResult key={run.id} run={run} />}
      <RunHistory
        runs={runs}
        shown={run?.id}
        canRun={companion.state.kind === 'connected' && !underway}
        onShow={setShown}
        onAgain={startRun}
      />
    </div>
  );
}

/** A model's answer, or the stream of it, as its provider's API returned it. */
function PastedAnswer({ model }: WayProps): ReactElement {
  const { copy, dispatch } = usePage();
  const { provider, response: text = '' } = copy;
  const { response, index } = model;
  const change = (value: string | undefined, label?: string): void => {
    dispatch({ type: 'set', key: 'response', value, ...(label !== undefined && { label }) });
    model.setPlace(0);
  };
  return (
    <div className="stack">
      <div className="row">
        <label htmlFor="response">A model’s answer</label>
        <span id="response-answer" role="status" className="quiet grow">
          {text !== '' && recognisedLine(response)}
        </span>
        {text !== '' && (
          <Button small onClick={() => change(undefined, 'Answer cleared')}>
            Clear
          </Button>
        )}
        {index && (
          <Button
            small
            onClick={() => change(responseText(provider, index.example), text === '' ? undefined : 'Example inserted')}
          >
            Insert an example
          </Button>
        )}
      </div>
      <textarea
        id="response"
        className="field mono"
        rows={5}
        spellCheck={false}
        value={text}
        aria-invalid={response.kind === 'unreadable' && text !== ''}
        aria-describedby="response-answer verdict-reason"
        placeholder="Paste what the model answered: the whole response, its message, one call, or the lines of a stream. Any provider."
        onChange={(event) => change(event.target.value === '' ? undefined : event.target.value)}
      />
      {text !== '' && <Unfinished response={response} />}
    </div>
  );
}

/** For example `"Anthropic stream of 9 events, 2 calls"`. */
function recognisedLine(response: ReadResponse): string {
  if (response.kind === 'empty' || response.recognised === undefined) return '';
  const { provider, events, isBare } = response.recognised;
  // Any provider's model may have made it.
  if (isBare && response.kind === 'calls') return countOf(response.calls.length, 'call');
  const name = provider === 'openai-responses' ? 'OpenAI Responses' : PROVIDER_LABELS[provider];
  const form = events === undefined ? name : `${name} stream of ${countOf(events, 'event')}`;
  return response.kind === 'calls' ? `${form}, ${countOf(response.calls.length, 'call')}` : form;
}

function Unfinished({ response }: { readonly response: ReadResponse }): ReactElement | null {
  if (response.kind !== 'unreadable' || response.unfinished.length === 0) return null;
  return (
    <ul className="stack boxed" aria-label="Unfinished calls">
      {response.unfinished.map(({ name, argumentsText }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the stream is what tells them apart.
        <li key={index}>
          <code>
            {visibleText(name)} {visibleText(argumentsText)}…
          </code>
        </li>
      ))}
      <li className="quiet">Unfinished calls are never run: half of a path is another path.</li>
    </ul>
  );
}

/** The calls of one answer, each with its verdict. */
function ChooseCall({ model }: WayProps): ReactElement | null {
  const { calls, place, stages, setPlace } = model;
  if (calls.length < 2) return null;
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">Calls of the answer</legend>
      {calls.map((call, at) => {
        const verdict = stages?.verdicts[at];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a provider may repeat an id; the place in the answer does not repeat.
          <label key={at} className="try-card try-choice" data-verdict={verdict?.kind}>
            <input type="radio" name="call" checked={at === place} onChange={() => setPlace(at)} />
            <span className="clip">
              <strong className="mono">{visibleText(call.name)}</strong>{' '}
              <span className="quiet mono">{visibleText(JSON.stringify(call.arguments))}</span>
            </span>
            {verdict && (
              <span className="try-word">
                <Icon name={VERDICTS[verdict.kind].icon} /> {VERDICTS[verdict.kind].word}
              </span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
