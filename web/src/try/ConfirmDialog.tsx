import { type ReactElement, useCallback, useEffect, useState } from 'react';
import { Choice } from '../parts/choices.tsx';
import { riskMarks } from '../document/risks.ts';
import { Badges } from '../parts/content.tsx';
import { Button } from '../parts/controls.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { visibleArgument, visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { Argv } from '../parts/Argv.tsx';
import type { Question, Remember } from './run.ts';

interface ConfirmDialogProps {
  readonly question: Question;
  readonly onDecide: (approve: boolean, remember?: Remember) => void;
}

/** Part of an end mark that has to be in view; a whole one may be a fraction of a pixel short. */
const IN_VIEW = 0.5;

/** Shows exactly what would run, for a person to decide. Cancel has the focus, and approving waits until all of it was seen. */
export function ConfirmDialog({ question, onDecide }: ConfirmDialogProps): ReactElement {
  const { argv, stdin } = question;
  const [remember, setRemember] = useState<Remember>();
  const [isSeen, setSeen] = useState(false);
  const isSteady = useSteadySight();
  const refuse = (): void => onDecide(false);
  // Every `[data-end]` has to have been in view, together or one after the other.
  const watch = useCallback((list: HTMLElement | null) => {
    const unseen = new Set<Element>(list?.querySelectorAll('[data-end]'));
    const look: IntersectionObserverCallback = (entries) => {
      for (const { intersectionRatio, target } of entries) if (intersectionRatio >= IN_VIEW) unseen.delete(target);
      if (unseen.size === 0) setSeen(true);
    };
    const observer = new IntersectionObserver(look, { threshold: IN_VIEW });
    for (const mark of unseen) observer.observe(mark);
    return () => observer.disconnect();
  }, []);
  const actions = (
    <div className="dialog-actions">
      {!isSeen && <p className="quiet">To approve, scroll to the end of the command line and of its long elements.</p>}
      <Countdown expiresIn={question.expiresIn} />
      <Button data-autofocus onClick={refuse}>
        Cancel
      </Button>
      <Button look="danger" disabled={!isSteady || !isSeen} onClick={() => onDecide(true, remember)}>
        {verbOf(argv)}
      </Button>
    </div>
  );
  return (
    <Dialog title="Run this command?" part="confirmation" alert onClose={refuse} footer={actions}>
      <ul>
        {question.reasons.map((reason) => (
          <li key={reason}>{visibleText(reason)}</li>
        ))}
      </ul>
      <Badges marks={riskMarks(question.effects)} />
      <dl className="facts" ref={watch}>
        <dt>Executable</dt>
        <dd className="mono exact">{visibleText(question.executable)}</dd>
        <dt>Directory</dt>
        <dd className="mono exact">{visibleText(question.cwd)}</dd>
        <dt>Command line</dt>
        <dd>
          <Argv argv={argv} label="Command line" />
        </dd>
        {stdin !== undefined && <dt>Standard input</dt>}
        {stdin !== undefined && (
          <dd>
            <Argv argv={[stdin]} label="Standard input" />
          </dd>
        )}
        <dt>Digest</dt>
        <dd className="mono quiet exact">{question.hash}</dd>
      </dl>
      <RememberField offers={question.remember ?? []} value={remember} onChange={setRemember} />
      {question.noRule !== undefined && (
        <p className="quiet">This approval counts once. {visibleText(question.noRule)}</p>
      )}
    </Dialog>
  );
}

const SCOPES = [
  { value: 'once', label: 'Once' },
  { value: 'companion', label: 'For this companion' },
  { value: 'always', label: 'Always' },
] as const;

interface RememberFieldProps {
  readonly offers: NonNullable<Question['remember']>;
  readonly value: Remember | undefined;
  readonly onChange: (value: Remember | undefined) => void;
}

/** The lifetime of an approval, and for a longer one the rule that it adds. */
function RememberField({ offers, value, onChange }: RememberFieldProps): ReactElement | null {
  const [narrowest] = offers;
  if (narrowest === undefined) return null;
  const { scope, rule } = value ?? { scope: 'once', rule: narrowest.rule };
  return (
    <div className="stack" data-part="remember">
      <Choice
        label="The approval counts"
        options={SCOPES}
        value={scope}
        onChoose={(next) => onChange(next === 'once' ? undefined : { scope: next, rule })}
      />
      {value && (
        <>
          <p className="quiet">
            This rule is added{' '}
            {scope === 'always' ? 'to your configuration, for agents too' : 'until the companion stops'}:
          </p>
          {offers.map((offer) => (
            <label key={offer.label} className="check">
              <input
                type="radio"
                name="rule"
                checked={offer.rule === rule}
                onChange={() => onChange({ ...value, rule: offer.rule })}
              />
              <span className="wrap">
                {visibleText(offer.label)}
                {offer === narrowest && <span className="quiet"> the narrowest</span>}
              </span>
            </label>
          ))}
        </>
      )}
    </div>
  );
}

/** @param expiresIn ms from now after which the companion refuses the call */
function Countdown({ expiresIn }: { readonly expiresIn: number }): ReactElement {
  const [left, setLeft] = useState(() => Math.ceil(expiresIn / 1000));
  useEffect(() => {
    const end = Date.now() + expiresIn;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [expiresIn]);
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <>
      <span className="quiet grow" role="timer">
        Refused in {clock} unless you answer
      </span>
      {/* The clock itself stays silent. */}
      <span className="visually-hidden" aria-live="polite">
        {left <= 30 && 'Less than 30 seconds left to answer'}
      </span>
    </>
  );
}

/** UTF-16 units of a command line, as shown, that fit on a button. */
const MAX_LENGTH = 48;

/** The words of the approving button: the command that it starts, as much of it as fits. */
export function verbOf([executable = '', ...rest]: readonly string[]): string {
  const words = [executable.replace(/^.*[/\\](?=.)/, ''), ...rest].map(visibleArgument);
  const line = words.join(' ');
  if (line.length <= MAX_LENGTH) return `Run ${line}`;
  let start = '';
  for (const word of words) {
    if (start.length + word.length >= MAX_LENGTH) break;
    start += `${word} `;
  }
  const characters = rest.reduce((sum, argument) => sum + argument.length, 0);
  return `Run ${start}… (${countOf(rest.length, 'argument')}, ${countOf(characters, 'character')})`;
}

/** Ms in sight before approving is possible, so that a click meant for something else cannot approve. */
const STEADY = 500;

/** True once the page has been in sight for half a second without a break. */
function useSteadySight(): boolean {
  const [isSteady, setSteady] = useState(false);
  useEffect(() => {
    let timer = 0;
    const restart = (): void => {
      clearTimeout(timer);
      setSteady(false);
      if (document.visibilityState === 'visible') timer = window.setTimeout(() => setSteady(true), STEADY);
    };
    restart();
    const ended = new AbortController();
    document.addEventListener('visibilitychange', restart, { signal: ended.signal });
    // A window over this one takes clicks until the moment it disappears.
    window.addEventListener('focus', restart, { signal: ended.signal });
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);
  return isSteady;
}
