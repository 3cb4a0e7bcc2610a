import { type ReactElement, useRef } from 'react';
import { EffectBadges } from '../../components/content.tsx';
import { Button } from '../../components/controls.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Icon } from '../../components/Icon.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { countOf } from '../../text/words.ts';
import { Argv } from './Argv.tsx';
import { Countdown, useEndsSeen, useSteadySight } from './ConfirmDialog.tsx';
import type { PatternQuestion } from './use-pattern-run.ts';
import { KINDS, VERDICTS } from './verdict.ts';

interface PatternDialogProps {
  readonly question: PatternQuestion;
  readonly onDecide: (approve: boolean) => void;
  readonly onCancel: () => void;
}

/** Every step exactly as it would run, for a person to decide about all of them at once; approving waits until all were seen. */
export function PatternDialog({ question, onDecide, onCancel }: PatternDialogProps): ReactElement {
  const list = useRef<HTMLOListElement>(null);
  const seen = useEndsSeen(list);
  const isSteady = useSteadySight();
  const { steps, cwd, where, expiresIn } = question;
  const isElsewhere = where === 'terminal';
  const refuse = isElsewhere ? onCancel : (): void => onDecide(false);
  const actions = (
    <div className="dialog-actions">
      {isElsewhere && <p role="status">Answer in the terminal where the companion runs. This closes once you have.</p>}
      {!isElsewhere && !seen && <p className="quiet">To approve, scroll to the end of the steps.</p>}
      <Countdown expiresIn={expiresIn} />
      <Button data-autofocus onClick={refuse}>
        Cancel
      </Button>
      {!isElsewhere && (
        <Button look="danger" disabled={!isSteady || !seen} onClick={() => onDecide(true)}>
          Run {countOf(steps.length, 'step')}
        </Button>
      )}
    </div>
  );
  return (
    <Dialog
      title={isElsewhere ? 'Asked in the terminal' : 'Run these steps?'}
      part="pattern-confirmation"
      alert
      onClose={refuse}
      footer={actions}
    >
      <p className="quiet">
        One after the other, in <span className="mono exact">{visibleText(cwd)}</span>. The first that fails stops the
        rest.
      </p>
      <ol className="stack" ref={list} aria-label="Steps">
        {steps.map(({ number, argv, executable, effects, decision, reasons }) => (
          <li key={number} className="try-card stack" data-step={number} data-verdict={KINDS[decision]}>
            <p className="row">
              <strong>Step {number}</strong>
              <span className="grow quiet mono exact">{visibleText(executable)}</span>
              <span className="row try-word">
                <Icon name={VERDICTS[KINDS[decision]].icon} /> {VERDICTS[KINDS[decision]].word}
              </span>
            </p>
            <Argv argv={argv} label={`Command line of step ${number}`} />
            <EffectBadges effects={effects} />
            {reasons.map((reason) => (
              <p key={reason}>{visibleText(reason)}</p>
            ))}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
