import { Button } from '../../components/Button.tsx';
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { EffectBadges } from '../../components/Badge.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { Argv } from './Stages.tsx';
import { verbOf } from './run-words.ts';
import type { Question } from './runs.ts';

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
  const isSteady = useSteadySight();
  const isElsewhere = question.where === 'terminal';
  const refuse = isElsewhere ? onCancel : (): void => onDecide(false);
  const actions = (
    <div className="dialog-actions">
      {isElsewhere && <p role="status">Answer in the terminal where the companion runs. This closes once you have.</p>}
      {!isElsewhere && !seen && (
        <p className="quiet">To approve, scroll to the end of the command line and of its long elements.</p>
      )}
      <Button data-autofocus onClick={refuse}>
        Cancel
      </Button>
      {!isElsewhere && (
        <Button look="danger" disabled={!isSteady || !seen} onClick={() => onDecide(true)}>
          {verbOf(question.argv)}
        </Button>
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
      <ul>
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
        <dt>Expires</dt>
        <dd>{Math.round(question.expiresIn / 1000)} s after the companion asked; then it refuses the call</dd>
        <dt>Command line</dt>
        <dd ref={commandLine}>
          <Argv argv={question.argv} />
        </dd>
      </dl>
    </Dialog>
  );
}

/** Part of an end mark that has to be in view; a whole one may be a fraction of a pixel short. */
const IN_VIEW = 0.5;

/** Whether every `[data-end]` within an element has been in view, one after the other or at once. */
function useEndsSeen(within: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const unseen = new Set<Element>(within.current?.querySelectorAll('[data-end]'));
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { intersectionRatio, target } of entries) if (intersectionRatio >= IN_VIEW) unseen.delete(target);
        if (unseen.size === 0) setSeen(true);
      },
      { threshold: IN_VIEW },
    );
    for (const mark of unseen) observer.observe(mark);
    return () => observer.disconnect();
  }, [within]);
  return seen;
}

/** Ms in sight before approving is possible: a click meant for what was there before must not approve. */
const STEADY = 500;

/** Whether the page has been in sight for half a second without a break. */
function useSteadySight(): boolean {
  const [isSteady, setIsSteady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = (): void => {
      clearTimeout(timer);
      setIsSteady(false);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setIsSteady(true), STEADY);
    };
    restart();
    document.addEventListener('visibilitychange', restart);
    // Another window that lay over this one takes clicks up to the moment it goes.
    window.addEventListener('focus', restart);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', restart);
      window.removeEventListener('focus', restart);
    };
  }, []);
  return isSteady;
}
