import './try.css';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { companionTool } from '../companion/companion.ts';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { type Page, type PanelProps, usePage } from '../page/page-context.ts';
import { Choice } from '../parts/choices.tsx';
import { Button } from '../parts/controls.tsx';
import { PasteField } from '../parts/PasteField.tsx';
import { Verdict, VerdictMark } from '../parts/Verdict.tsx';
import type { ReadResponse } from '../start/answer-response.ts';
import { shortText, visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Form } from './Form.tsx';
import { RunResult } from './RunResult.tsx';
import { useRun } from './run.ts';
import { SaveDialog } from './SaveDialog.tsx';
import { Stages } from './Stages.tsx';

const CHOICES = [
  { value: 'answer', label: 'Model’s answer' },
  { value: 'form', label: 'Form' },
] as const;

type FormCall = NonNullable<Page['copy']['call']>;

/** Shows what would happen to a call, from a model's answer or the form, and runs it on this computer. */
export function Try(props: PanelProps): ReactElement {
  const { dispatch, setCommand } = usePage();
  const model = useCalls(props);
  const runner = useRun();
  const { run } = runner;
  const { answer, way, failure, pending } = model;
  const stages = answer?.stages;
  const formed = answer?.isForm && way === 'form' ? stages?.call : undefined;
  const putIntoForm = ({ name, arguments: args }: FormCall): void => {
    const value = { name, arguments: args };
    dispatch({ type: 'set', key: 'call', value, label: `Put ${shortText(name)} into the form` });
    dispatch({ type: 'set', key: 'way', value: 'form' });
    // Else the form is of the command that is chosen in the outline.
    setCommand(undefined);
    // The button that was pressed goes away, and the focus must not go with it.
    document.querySelector<HTMLElement>('[data-part=try] input[value=form]')?.focus();
  };
  return (
    <div className="scroller stack apart pane-note" data-part="try">
      {/* Little stands above the verdict, so that it stays in sight. */}
      <div className="row">
        <Choice
          label="What to try"
          options={CHOICES}
          value={way}
          onChoose={(value) => dispatch({ type: 'set', key: 'way', value })}
        />
        {formed && (
          <span className="quiet">
            <code>{visibleText(formed.name)}</code>
            {!answer?.isSingle && ' · Choose another in the outline'}
          </span>
        )}
      </div>
      {failure !== undefined && <p className="bad">{failure}</p>}
      {!answer && !pending && <p className="quiet">A call needs a document with at least one command.</p>}
      {answer && (
        <>
          {way === 'answer' && <PastedAnswer {...model} />}
          <VerdictBar model={model} runner={runner} onForm={putIntoForm} />
          {way === 'answer' && <ChooseCall {...model} />}
          {stages?.command !== undefined && <Stages {...stages} />}
          {formed && stages && <Form key={formed.name} name={formed.name} parameters={stages.parameters} />}
        </>
      )}
      {run && <RunResult {...run} />}
      {run?.question?.where === 'page' && (
        <ConfirmDialog key={run.question.id} question={run.question} onDecide={runner.decide} />
      )}
    </div>
  );
}

type CallsModel = ReturnType<typeof useCalls>;

/** The calls that are tried, of an answer or of the form, and how one of them is followed. */
function useCalls({ active }: PanelProps) {
  const { copy, compilation, command } = usePage();
  const { provider, policy, response = '', call } = copy;
  const subject = compilation.result?.source;
  const pointer = command?.pointer;
  const way = copy.way ?? (copy.response === undefined && call !== undefined ? 'form' : 'answer');
  // For that text: another answer starts at its first call.
  const [wanted, setWanted] = useState({ response, place: 0 });
  const place = way === 'answer' && wanted.response === response ? wanted.place : 0;
  const tried = useMemo(() => (way === 'form' ? { pointer, call } : response), [way, pointer, call, response]);
  const question = useMemo(
    () => subject && { subject, policy, provider, tried, place },
    [subject, policy, provider, tried, place],
  );
  const { last, pending, failure } = useAnswer('calls', active ? question : undefined);
  return {
    way,
    place,
    setPlace: (chosen: number) => setWanted({ response, place: chosen }),
    answer: last?.answer,
    pending,
    // False: `answer` is about the call before the last change.
    settled: question !== undefined && last?.question === question,
    failure,
  };
}

interface VerdictBarProps {
  readonly model: CallsModel;
  readonly runner: ReturnType<typeof useRun>;
  readonly onForm: (call: FormCall) => void;
}

/** The outcome of the chosen call, with the next action: correct it, run it, or get what is missing for that. */
function VerdictBar({ model, runner, onForm }: VerdictBarProps): ReactElement {
  const { answer, settled, way } = model;
  const { copy, companion, compilation, page } = usePage();
  const { state } = companion;
  const [isSaving, setSaving] = useState(false);
  const [directory, setDirectory] = useState('');
  if (answer?.response.kind === 'unreadable')
    return <Verdict title="No call found" reasons={[answer.response.message]} />;
  if (answer?.stages === undefined) {
    const waiting = settled ? 'Paste a model’s answer, or fill in the form.' : 'Checking the call…';
    return <Verdict reasons={[waiting]} />;
  }
  const { tool, response, calls, place, stages } = answer;
  const { call, meant, isServed, verdict } = stages;
  const { decision, outcome, title, reasons } = verdict;
  const known = companionTool(state, tool);
  const isHeld = !settled || runner.isRunning;
  const start = (): void => {
    const provider = response.kind === 'calls' ? response.recognised.provider : copy.provider;
    if (!isHeld) void runner.start({ call, provider, policy: copy.policy, cwd: directory.trim() || undefined });
  };
  const button = (words: string, onClick: () => void, look?: 'primary'): ReactNode => (
    <Button look={look} onClick={onClick}>
      {words}
    </Button>
  );
  const save = (): void => setSaving(true);
  const next = (): readonly [action?: ReactNode, note?: string] => {
    if (outcome === 'policy') return [button('Change the policy', page.showPolicy)];
    if (outcome === 'arguments') return [way === 'answer' && button('Correct it in the form', () => onForm(call))];
    if (outcome === 'command')
      return [meant !== undefined && button(`Use ${visibleText(meant)}`, () => onForm({ ...call, name: meant }))];
    if (isServed) return [undefined, 'A tool of an MCP server: the call is checked here; there is no command line.'];
    if (state.kind !== 'connected') {
      const reason = state.kind === 'lost' ? `does not answer. ${visibleText(state.reason)}` : 'is not connected.';
      const connect = button('Connect this computer to run it', () => page.openDialog('computer'), 'primary');
      return [connect, `This computer ${reason}`];
    }
    if (known === undefined) {
      const note = `This computer has no document of ${shortText(tool)} yet: save this one there.`;
      return [button('Save on this computer', save, 'primary'), note];
    }
    if (known.executable === null) {
      const note = `${shortText(tool)} is not on the PATH of this computer. Install it, then look again.`;
      return [button('Look again', () => void companion.refresh()), note];
    }
    const run = (
      <>
        <label className="row small">
          Directory
          <input
            className="field mono try-directory"
            spellCheck={false}
            placeholder={visibleText(state.list.cwd)}
            value={directory}
            onChange={({ target }) => setDirectory(target.value)}
          />
        </label>
        <Button look="primary" aria-disabled={isHeld} aria-describedby="verdict-reason" onClick={start}>
          {outcome === 'confirm' ? 'Run after asking' : `Run ${shortText(tool)}`}
        </Button>
      </>
    );
    return [run, `Runs ${visibleText(known.executable)}, by this computer’s own document.`];
  };
  const otherAction = (): ReactNode => {
    if (runner.isRunning) {
      return (
        <Button icon="stop" onClick={runner.cancel}>
          Cancel the run
        </Button>
      );
    }
    if (outcome === 'command' || outcome === 'arguments') return undefined;
    // This computer's own document of the tool does not know the call.
    const isOther = ['validation-failed', 'unknown-command'].includes(runner.run?.problem?.code ?? '');
    if (known && isOther) return button('Save this version', save);
    return way === 'answer' && button('Edit in the form', () => onForm(call));
  };
  const [action, note] = next();
  // Nobody has filled in anything yet, so nothing is wrong yet.
  const isUntouched = way === 'form' && outcome === 'arguments' && Object.keys(call.arguments).length === 0;
  if (isUntouched) return <Verdict title="Fill in the form" reasons={reasons} isBusy={!settled} />;
  return (
    <Verdict
      decision={decision}
      title={calls.length > 1 ? `Call ${place + 1} of ${calls.length}: ${title}` : title}
      reasons={copy.isPolicyOfLink ? [...reasons, 'It is decided by the policy of the link that was opened.'] : reasons}
      note={note}
      isBusy={!settled}
    >
      <div className="row">
        {otherAction()}
        {action}
      </div>
      {isSaving && (
        <SaveDialog text={compilation.result?.source.text ?? ''} tool={tool} onClose={() => setSaving(false)} />
      )}
    </Verdict>
  );
}

/** A model's answer, or the stream of it, as its provider's API returned it. */
function PastedAnswer({ answer }: CallsModel): ReactElement {
  const { copy, dispatch } = usePage();
  return (
    <PasteField
      label="A model’s answer"
      note={answer && recognisedLine(answer.response)}
      rows={5}
      aria-invalid={answer?.response.kind === 'unreadable'}
      aria-describedby="verdict-reason"
      placeholder="Paste the model’s answer: the whole response, its message, one call, or the lines of a stream. Any provider."
      text={copy.response ?? ''}
      onText={(text, label) => dispatch({ type: 'set', key: 'response', value: text || undefined, label })}
    />
  );
}

/** For example `"Anthropic, 9 events, 2 calls"`. */
function recognisedLine(response: ReadResponse): string {
  if (response.kind === 'empty' || response.recognised === undefined) return '';
  const { provider, events, isBare } = response.recognised;
  const calls = response.kind === 'calls' && countOf(response.calls.length, 'call');
  // Any provider's model may have made bare calls.
  return [!isBare && PROVIDER_LABELS[provider], events && countOf(events, 'event'), calls].filter(Boolean).join(', ');
}

/** More rows would block the page, and no model makes them. */
const MOST_CALLS = 200;

function ChooseCall({ answer, place, setPlace }: CallsModel): ReactElement | null {
  if (answer === undefined || answer.calls.length < 2) return null;
  return (
    <fieldset className="stack">
      <legend className="visually-hidden">Calls of the answer</legend>
      {answer.calls.slice(0, MOST_CALLS).map(({ call, decision }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a provider may repeat an id; the place in the answer does not repeat.
        <label key={at} className="card row">
          <input type="radio" name="call" checked={at === place} onChange={() => setPlace(at)} />
          <span className="grow clip">
            <strong className="mono">{shortText(call.name)}</strong>{' '}
            <span className="quiet mono">{shortText(JSON.stringify(call.arguments), 400)}</span>
          </span>
          <VerdictMark decision={decision} />
        </label>
      ))}
      {answer.calls.length > MOST_CALLS && (
        <p className="quiet">
          These are the first {MOST_CALLS} of {countOf(answer.calls.length, 'call')}.
        </p>
      )}
    </fieldset>
  );
}
