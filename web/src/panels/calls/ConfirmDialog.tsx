import { type ReactElement, useRef } from 'react';
import { EffectBadges } from '../../components/Badge.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import type { Question } from '../../state/call-run.ts';
import { verbOf } from '../../state/confirm-verb.ts';
import { visibleText } from '../../state/visible-text.ts';
import { Argv } from './Argv.tsx';
import { useEndsSeen } from './use-ends-seen.ts';
import { useHold } from './use-hold.ts';

interface ConfirmDialogProps {
  readonly question: Question;
  readonly onDecide: (approve: boolean) => void;
  /** Ends the call: a question of the terminal is not to be answered here. */
  readonly onCancel: () => void;
}

/**
 * Exactly what would run, for a person to decide; Cancel has the focus, and approving waits until all of it was seen.
 *
 * Where the companion asks in its terminal nothing can be approved here.
 */
export function ConfirmDialog({ question, onDecide, onCancel }: ConfirmDialogProps): ReactElement {
  const commandLine = useRef<HTMLElement>(null);
  const seen = useEndsSeen(commandLine);
  const held = useHold();
  const isElsewhere = question.where === 'terminal';
  const refuse = isElsewhere ? onCancel : (): void => onDecide(false);
  const actions = (
    <div className="dialog-actions">
      {isElsewhere && <p role="status">Answer in the terminal where the companion runs. This closes once you have.</p>}
      {!isElsewhere && !seen && (
        <p className="quiet">To approve, scroll to the end of the command line and of its long elements.</p>
      )}
      <button type="button" className="button" data-autofocus onClick={refuse}>
        Cancel
      </button>
      {!isElsewhere && (
        <button type="button" className="button button-danger" disabled={!held || !seen} onClick={() => onDecide(true)}>
          {verbOf(question.argv)}
        </button>
      )}
    </div>
  );
  return (
    <Dialog
      title={isElsewhere ? 'Asked in the terminal' : 'Run this command?'}
      part="confirmation"
      alert
      onClose={refuse}
      footer={actions}
    >
      <ul className="calls-reasons">
        {question.reasons.map((reason) => (
          <li key={reason}>{visibleText(reason)}</li>
        ))}
      </ul>
      <EffectBadges effects={question.effects} />
      <dl className="facts">
        <dt>Executable</dt>
        <dd className="mono exact">{visibleText(question.executable)}</dd>
        <dt>Directory</dt>
        <dd className="mono exact">{visibleText(question.cwd)}</dd>
        <dt>Hash</dt>
        <dd className="mono exact">{question.hash}</dd>
        <dt>Lapses</dt>
        <dd>{Math.round(question.expiresIn / 1000)} s after it was asked; then the call is refused</dd>
        <dt>Command line</dt>
        <dd ref={commandLine}>
          <Argv argv={question.argv} />
        </dd>
      </dl>
    </Dialog>
  );
}
