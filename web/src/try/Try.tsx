import '../components/content.css';
import './try.css';
import { lazy, Suspense, useRef, useState, type ReactElement, type ComponentProps } from 'react';
import { EXAMPLES } from '@atip/core/internal';
import { Button, Choice } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { usePage, wantPolicy, type PanelProps } from '../page/page-context.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { AboutContext } from '../worker/use-answer.ts';
import type { ReadResponse } from '../start/answer-response.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Redaction } from './Redaction.tsx';
import { RunResult } from './RunResult.tsx';
import { useRun } from './run.ts';
import { Stages, type StageId } from './Stages.tsx';
import { useCalls, type FormCall, type CallsModel } from './use-calls.ts';
import { VerdictBar } from './VerdictBar.tsx';
import { refusingStage, VERDICTS } from './verdict.ts';

// With its combobox it is larger than all else here together.
const CommandField = lazy(async () => ({ default: (await import('./FillForm.tsx')).CommandField }));
const Line = lazy(async () => ({ default: (await import('./Line.tsx')).Line }));
const FormFields = lazy(async () => ({ default: (await import('./FillForm.tsx')).FormFields }));

const CHOICES = [
  { value: 'paste', label: 'Model’s answer' },
  { value: 'fill', label: 'Form' },
  { value: 'line', label: 'Shell line' },
  { value: 'redact', label: 'Redact output' },
] as const;

export function Try(props: PanelProps): ReactElement {
  const model = useCalls(props);
  const runner = useRun(props.companion);
  const question = runner.run?.question;
  return (
    <div className="panel pane-body panel-flow try" data-part="try">
      <Choice label="What to try" name="way" options={CHOICES} value={model.way} onChoose={model.setWay} />
      {model.way === 'redact' && <Redaction active={props.active} />}
      {model.way === 'line' && (
        <Suspense fallback={<p className="quiet">Opening the line…</p>}>
          {/* A line is about no document: that of another stays. */}
          <AboutContext value="line">
            <Line active={props.active} onPolicy={() => showPolicy(props)} />
          </AboutContext>
        </Suspense>
      )}
      {(model.way === 'paste' || model.way === 'fill') && <Call model={model} runner={runner} />}
      {question && (
        <ConfirmDialog key={question.id} question={question} onDecide={runner.decide} onCancel={runner.cancel} />
      )}
    </div>
  );
}

function showPolicy({ dispatch }: Pick<PanelProps, 'dispatch'>): void {
  wantPolicy();
  dispatch({ type: 'choose-tab', tab: 'safety' });
}

interface WayProps {
  readonly model: CallsModel;
}

interface CallProps extends WayProps {
  readonly runner: ReturnType<typeof useRun>;
}

function Call({ model, runner }: CallProps): ReactElement {
  const page = usePage();
  const { copy, dispatch } = page;
  const [opened, setOpened] = useState<StageId | 'none'>();
  const panel = useRef<HTMLDivElement>(null);
  const { run, underway } = runner;
  const { index, stages, detail, formed, way, setWay, failure } = model;
  if (index === undefined) {
    const reading = model.pending ? 'Reading the document…' : 'A call needs a document with at least one command.';
    return <p className="empty">{failure ?? reading}</p>;
  }
  const put = ({ name, arguments: args }: FormCall): void => {
    dispatch({ type: 'set', key: 'call', value: { name, arguments: args }, label: `Put ${name} into the form` });
    setWay('fill');
    // The button that was pressed goes away, and the focus must not go with it.
    panel.current?.parentElement?.querySelector<HTMLElement>('input[name=way][value=fill]')?.focus();
  };
  const refusing = stages && refusingStage(stages.check);
  const open = opened === 'none' ? undefined : (opened ?? refusing);
  const explain = (): void => {
    const deciding = refusing ?? 'policy';
    setOpened(deciding);
    panel.current?.querySelector<HTMLElement>(`#stage-${deciding}`)?.focus();
  };
  return (
    <div className="stack apart" ref={panel}>
      <Suspense fallback={<p className="quiet">Opening the form…</p>}>
        {/* Little stands above the verdict, so that it stays in sight. */}
        {way === 'fill' ? <CommandField model={model} /> : <PastedAnswer model={model} />}
      </Suspense>
      <VerdictBar
        model={model}
        underway={underway}
        tool={index.tool}
        onRun={() => stages && runner.start({ call: stages.check.call, provider: model.provider, policy: copy.policy })}
        onCancel={runner.cancel}
        onWhy={explain}
        onPolicy={() => showPolicy(page)}
        onPut={put}
      />
      {failure !== undefined && <p className="bad">{failure}</p>}
      {way === 'paste' && <ChooseCall model={model} />}
      <Suspense>
        {way === 'fill' && detail && <FormFields key={detail.name} detail={detail} formed={formed} />}
      </Suspense>
      {stages && (
        <Stages
          stages={stages}
          open={open}
          onOpen={(id) => setOpened(id ?? 'none')}
          onPolicy={() => showPolicy(page)}
        />
      )}
      {stages && way === 'paste' && (
        <Button small className="start" onClick={() => put(stages.check.call)}>
          Put {visibleText(stages.check.call.name)} into the form
        </Button>
      )}
      {run && <RunResult key={run.id} run={run} runner={runner} />}
    </div>
  );
}

/** A model's answer, or the stream of it, as its provider's API returned it. */
function PastedAnswer({ model: { response, index } }: WayProps): ReactElement {
  const { copy } = usePage();
  const isEmpty = copy.response === undefined;
  const isUnreadable = !isEmpty && response.kind === 'unreadable';
  const unfinished = isUnreadable ? response.unfinished : [];
  return (
    <div className="stack">
      <PasteField
        kept="response"
        id="response"
        className="field mono"
        rows={5}
        aria-invalid={isUnreadable}
        aria-describedby="response-answer verdict-reason"
        placeholder="Paste what the model answered: the whole response, its message, one call, or the lines of a stream. Any provider."
        example={index && JSON.stringify(EXAMPLES[copy.provider].response(index.example), null, 2)}
      >
        <label htmlFor="response">A model’s answer</label>
        <span id="response-answer" role="status" className="quiet grow">
          {!isEmpty && recognisedLine(response)}
        </span>
      </PasteField>
      {unfinished.length > 0 && (
        <ul className="stack boxed" aria-label="Unfinished calls">
          {unfinished.map(({ name, argumentsText }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in the stream is what tells them apart.
            <li key={place}>
              <code>
                {visibleText(name)} {visibleText(argumentsText)}…
              </code>
            </li>
          ))}
          <li className="quiet">Unfinished calls are never run: half of a path is another path.</li>
        </ul>
      )}
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
          <label key={at} className="card try-card row try-choice" data-verdict={verdict?.kind}>
            <input type="radio" name="call" checked={at === place} onChange={() => setPlace(at)} />
            <span className="grow clip">
              <strong className="mono">{visibleText(call.name)}</strong>{' '}
              <span className="quiet mono">{visibleText(JSON.stringify(call.arguments))}</span>
            </span>
            {verdict && (
              <span className="row try-word">
                <Icon name={VERDICTS[verdict.kind].icon} /> {VERDICTS[verdict.kind].word}
              </span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

interface PasteFieldProps extends ComponentProps<'textarea'> {
  readonly kept: 'response' | 'output';
  /** An example to insert. Absent: no example. */
  readonly example?: string | undefined;
}

/** A field to paste into, below its label; its button can be undone. */
export function PasteField({ kept, example = '', children, ...field }: PasteFieldProps): ReactElement {
  const { copy, dispatch } = usePage();
  const { [kept]: text = '' } = copy;
  const cleared = kept === 'response' ? 'Answer cleared' : 'Output cleared';
  const set = (value: string, label?: string): void =>
    dispatch({ type: 'set', key: kept, value: value || undefined, label });
  return (
    <div className="stack">
      <div className="row">
        {children}
        {(text !== '' || example !== '') && (
          <Button small onClick={() => (text === '' ? set(example) : set('', cleared))}>
            {text === '' ? 'Insert an example' : 'Clear'}
          </Button>
        )}
      </div>
      <textarea spellCheck={false} value={text} onChange={(event) => set(event.target.value)} {...field} />
    </div>
  );
}
