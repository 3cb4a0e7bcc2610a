import type { ReactElement } from 'react';
import { companionTool } from '../computer/companion.ts';
import { Button } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { usePage } from '../page/page-context.ts';
import { visibleText } from '../text/visible-text.ts';
import type { FormCall, CallsModel } from './use-calls.ts';
import { VERDICTS, whyNotRun } from './verdict.ts';

interface VerdictBarProps {
  readonly model: CallsModel;
  readonly tool: string;
  readonly underway: boolean;
  readonly onRun: () => void;
  readonly onCancel: () => void;
  readonly onWhy: () => void;
  readonly onPolicy: () => void;
  readonly onPut: (call: FormCall) => void;
}

/** The outcome of the chosen call, with the next action; visible however long the form is. */
export function VerdictBar(props: VerdictBarProps): ReactElement {
  const { model, tool, underway, onRun, onCancel, onWhy } = props;
  const { stages, settled, way, response, place, staleness } = model;
  const { companion, page } = usePage();
  const verdict = stages?.verdicts[place];
  if (stages === undefined || verdict === undefined) {
    const isBad = way === 'paste' && response.kind === 'unreadable';
    const waiting = isBad ? visibleText(response.message) : 'Paste a model’s answer, or insert an example.';
    return (
      <section className="row try-verdict" data-verdict="none" aria-label="Verdict">
        <Icon name="info" />
        <div role="status" className="wrap">
          <p className="try-verdict-title">{isBad ? 'No call found' : 'Nothing to check yet'}</p>
          <p id="verdict-reason">{model.isAsked ? 'Checking the call…' : waiting}</p>
        </div>
      </section>
    );
  }
  const { kind, title, reason } = verdict;
  const many = stages.verdicts.length;
  const whyNot = whyNotRun(tool, companion.state);
  const connect =
    companion.state.kind === 'connected' ? `Find ${tool} on this computer` : 'Connect this computer to run it';
  const run = kind === 'asks' ? 'Run after asking' : `Run ${tool}`;
  const isHeld = whyNot === undefined && (!settled || underway);
  const press = whyNot === undefined ? onRun : () => page.openDialog('companion');
  return (
    // Busy: the words are those of the call before.
    <section className="row try-verdict" data-verdict={kind} aria-label="Verdict" aria-busy={!settled}>
      <Icon name={VERDICTS[kind].icon} />
      <div role="status" className="wrap">
        <p className="try-verdict-title">{many > 1 ? `Call ${place + 1} of ${many}: ${title}` : title}</p>
        <p id="verdict-reason">{visibleText(reason)}</p>
        {staleness !== undefined && <p>{staleness}</p>}
        {kind !== 'refused' && (
          <p className="small quiet">
            {whyNot ??
              `Runs ${companionTool(companion.state, tool)?.executable} as this computer describes it, not as the text beside it does.`}
          </p>
        )}
      </div>
      <div className="row">
        <Button onClick={onWhy}>Why?</Button>
        {underway && (
          <Button icon="stop" onClick={onCancel}>
            Cancel the run
          </Button>
        )}
        {kind === 'refused' ? (
          <WayOut {...props} />
        ) : (
          <Button
            look="primary"
            aria-disabled={isHeld}
            aria-describedby="verdict-reason"
            onClick={() => !isHeld && press()}
          >
            {whyNot === undefined ? run : connect}
          </Button>
        )}
      </div>
    </section>
  );
}

/** The button that would change a refusal. */
function WayOut({ model: { stages, way }, onPolicy, onPut }: VerdictBarProps): ReactElement | null {
  if (stages === undefined) return null;
  const { call, ok, suggestions = [] } = stages.check;
  const [meant] = suggestions;
  if (ok) return <Button onClick={onPolicy}>Change the policy</Button>;
  if (meant !== undefined)
    return <Button onClick={() => onPut({ ...call, name: meant })}>Use {visibleText(meant)}</Button>;
  if (way === 'fill') return null;
  return <Button onClick={() => onPut(call)}>Correct it in the form</Button>;
}
