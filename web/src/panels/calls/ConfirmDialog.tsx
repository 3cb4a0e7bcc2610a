import { type ReactElement, useEffect, useState } from 'react';
import { EffectBadges } from '../../components/Badge.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import type { Question } from '../../state/call-run.ts';
import { verbOf } from '../../state/confirm-verb.ts';
import { visibleText } from '../../state/visible-text.ts';
import { Argv } from './Argv.tsx';

/** Ms before approving is possible: a click meant for what was there before must not approve. */
const HOLD = 500;

interface ConfirmDialogProps {
  readonly question: Question;
  readonly onDecide: (approve: boolean) => void;
}

/** Exactly what would run, for a person to decide; Cancel has the focus. */
export function ConfirmDialog({ question, onDecide }: ConfirmDialogProps): ReactElement {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), HOLD);
    return () => clearTimeout(timer);
  }, []);
  const refuse = (): void => onDecide(false);
  return (
    <Dialog title="Run this command?" part="confirmation" alert onClose={refuse}>
      <ul className="reasons">
        {question.reasons.map((reason) => (
          <li key={reason}>{visibleText(reason)}</li>
        ))}
      </ul>
      <EffectBadges effects={question.effects} />
      <dl className="facts">
        <dt>Executable</dt>
        <dd className="mono">{visibleText(question.executable)}</dd>
        <dt>Command line</dt>
        <dd>
          <Argv argv={question.argv} />
        </dd>
        <dt>Directory</dt>
        <dd className="mono">{visibleText(question.cwd)}</dd>
        <dt>Lapses</dt>
        <dd>{Math.round(question.expiresIn / 1000)} s after it was asked; then the call is refused</dd>
      </dl>
      <div className="dialog-actions">
        <button type="button" className="button" data-autofocus onClick={refuse}>
          Cancel
        </button>
        <button type="button" className="button button-danger" disabled={!ready} onClick={() => onDecide(true)}>
          {verbOf(question.argv)}
        </button>
      </div>
    </Dialog>
  );
}
