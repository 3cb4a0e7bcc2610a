import { type ReactElement, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { EffectBadges, Disclosure } from '../components/content.tsx';
import { Button, Choice } from '../components/controls.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { visibleText } from '../text/visible-text.ts';
import { Argv } from './Stages.tsx';
import { clockOf, verbOf, type Question, type Remember } from './run.ts';

interface ConfirmDialogProps {
  readonly question: Question;
  readonly onDecide: (approve: boolean, remember?: Remember) => void;
  /** Ends the call: a question in the terminal cannot be answered here. */
  readonly onCancel: () => void;
}

/**
 * Shows exactly what would run, for a person to decide. Cancel has the focus, and approving waits until all of it was seen.
 *
 * When the companion asks in its terminal, nothing can be approved here.
 */
export function ConfirmDialog({ question, onDecide, onCancel }: ConfirmDialogProps): ReactElement {
  const [remember, setRemember] = useState<Remember>();
  const facts = useRef<HTMLDListElement>(null);
  const seen = useEndsSeen(facts);
  const isSteady = useSteadySight();
  const isElsewhere = question.where === 'terminal';
  const refuse = isElsewhere ? onCancel : (): void => onDecide(false);
  const actions = (
    <div className="dialog-actions">
      {isElsewhere && <p role="status">Answer in the terminal where the companion runs. This closes once you have.</p>}
      {!isElsewhere && !seen && (
        <p className="quiet">To approve, scroll to the end of the command line and of its long elements.</p>
      )}
      <Countdown expiresIn={question.expiresIn} />
      <Button data-autofocus onClick={refuse}>
        Cancel
      </Button>
      {!isElsewhere && (
        <Button look="danger" disabled={!isSteady || !seen} onClick={() => onDecide(true, remember)}>
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
      <dl className="facts" ref={facts}>
        <dt>Executable</dt>
        <dd className="mono exact">{visibleText(question.executable)}</dd>
        <dt>Directory</dt>
        <dd className="mono exact">{visibleText(question.cwd)}</dd>
        <dt>Command line</dt>
        <dd>
          <Argv argv={question.argv} />
        </dd>
        {question.stdin !== undefined && (
          <>
            <dt>Standard input</dt>
            <dd>
              <Argv argv={[question.stdin]} label="Standard input" />
            </dd>
          </>
        )}
      </dl>
      {question.where !== 'terminal' && question.remember !== undefined && question.remember.length > 0 && (
        <RememberField offers={question.remember} value={remember} onChange={setRemember} />
      )}
      {question.noRule !== undefined && (
        <p className="quiet">This approval counts once. {visibleText(question.noRule)}</p>
      )}
      <Disclosure summary="Details">
        <p className="quiet">You approve exactly the call with the digest</p>
        <p className="mono exact">{question.hash}</p>
      </Disclosure>
    </Dialog>
  );
}

const SCOPES = [
  { value: 'once', label: 'Once' },
  { value: 'companion', label: 'For this companion' },
  { value: 'always', label: 'Always' },
] as const;

const KEPT_WHERE = {
  once: 'The next such call asks again.',
  companion: 'This rule is added, until the companion is stopped:',
  always: 'This rule is written to your configuration, and applies to commands and agents too:',
} as const;

interface RememberFieldProps {
  /** Narrowest first; at least one. */
  readonly offers: NonNullable<Question['remember']>;
  readonly value: Remember | undefined;
  readonly onChange: (value: Remember | undefined) => void;
}

/** The lifetime of an approval, and for a longer one the rule that it adds, narrowest first. */
function RememberField({ offers, value, onChange }: RememberFieldProps): ReactElement | null {
  const name = useId();
  const scope = value?.scope ?? 'once';
  const [narrowest] = offers;
  const rule = value?.rule ?? narrowest?.rule;
  if (rule === undefined) return null;
  return (
    <fieldset className="stack" data-part="remember">
      <legend className="quiet">A yes counts</legend>
      <Choice
        label="A yes counts"
        name={`scope-${name}`}
        options={SCOPES}
        value={scope}
        onChoose={(next) => onChange(next === 'once' ? undefined : { scope: next, rule })}
      />
      <p className="quiet">{KEPT_WHERE[scope]}</p>
      {value &&
        offers.map((offer) => (
          <label key={offer.label} className="check">
            <input
              type="radio"
              name={`rule-${name}`}
              checked={offer.rule === rule}
              onChange={() => onChange({ scope: value.scope, rule: offer.rule })}
            />
            <span className="wrap">
              {visibleText(offer.label)}
              {offer === narrowest && <span className="quiet"> the narrowest</span>}
            </span>
          </label>
        ))}
    </fieldset>
  );
}

/** Seconds before the end at which a screen reader is told; the clock itself stays silent. */
const TOLD = [10, 30];

/** @param expiresIn ms from now after which the companion refuses the call */
function Countdown({ expiresIn }: { readonly expiresIn: number }): ReactElement {
  const [left, setLeft] = useState(() => Math.ceil(expiresIn / 1000));
  useEffect(() => {
    const end = Date.now() + expiresIn;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [expiresIn]);
  const told = TOLD.find((seconds) => left <= seconds);
  return (
    <>
      <span className="quiet grow" role="timer">
        Refused in {clockOf(left)} unless you answer
      </span>
      <span className="visually-hidden" aria-live="polite">
        {told !== undefined && `Less than ${told} seconds left to answer`}
      </span>
    </>
  );
}

/** Part of an end mark that has to be in view; a whole one may be a fraction of a pixel short. */
const IN_VIEW = 0.5;

/** True once every `[data-end]` within an element has been in view, together or one after the other. */
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

/** Ms in sight before approving is possible, so that a click meant for something else cannot approve. */
const STEADY = 500;

/** True once the page has been in sight for half a second without a break. */
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
    // A window over this one takes clicks until the moment it disappears.
    window.addEventListener('focus', restart);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', restart);
      window.removeEventListener('focus', restart);
    };
  }, []);
  return isSteady;
}
