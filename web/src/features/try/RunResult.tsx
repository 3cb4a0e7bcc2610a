import { handleToolResult, type Provider } from '@atip/core';
import { type ReactElement, useEffect, useMemo, useState, type RefObject, useRef } from 'react';
import { CodeView } from '../../components/CodeView.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { Select } from '../../components/Select.tsx';
import { PROVIDER_OPTIONS } from '../../document/providers.ts';
import { visibleOutput, visibleText } from '../../text/visible-text.ts';
import { durationOf, exitLine, phaseLine, sandboxLine, verbOf } from './run-words.ts';
import type { Run, Question } from './runs.ts';
import { Button } from '../../components/Button.tsx';
import { EffectBadges } from '../../components/Badge.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Argv } from './Stages.tsx';

/** A run as it happens, and the message that goes back to the model. */
export function RunResult({ run }: { readonly run: Run }): ReactElement {
  const { phase, output, exit, result, problem, request } = run;
  return (
    <div className="stack boxed" data-phase={phase}>
      <div className="row">
        <p role="status" className={phase === 'failed' ? 'row bad' : 'row'}>
          <Icon name={phase === 'failed' ? 'error' : phase === 'done' ? 'check' : 'info'} />
          {phaseLine(run)}
          {exit && <span className="quiet">{exitLine(exit)}</span>}
        </p>
        <span className="grow" />
        <span className="quiet mono wrap">{visibleText(request.call.name)}</span>
        <ElapsedTime started={run.started} ended={run.ended} />
      </div>
      {exit?.sandbox && (
        <p className="quiet" data-part="sandbox">
          {sandboxLine(exit.sandbox)}
        </p>
      )}
      {problem && (
        <p>
          <strong>{problem.title}.</strong> {problem.detail} <code className="quiet">{problem.code}</code>
        </p>
      )}
      {output.length > 0 && <RunOutput run={run} />}
      {result && <ResultMessage request={request} result={result} />}
    </div>
  );
}

const BEAT = 250;

function ElapsedTime({ started, ended }: Pick<Run, 'started'> & { readonly ended: number | undefined }): ReactElement {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (ended !== undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), BEAT);
    return () => clearInterval(timer);
  }, [ended]);
  return (
    <span className="quiet" role="timer" aria-label="Time taken">
      {durationOf(Math.max(0, (ended ?? now) - started))}
    </span>
  );
}

/** The process's redacted output as text: sequences that would steer a terminal are shown instead. */
function RunOutput({ run: { output, dropped } }: { readonly run: Run }): ReactElement {
  return (
    <figure className="stack">
      <figcaption className="row">
        <span className="quiet grow">
          Output, redacted
          {output.some(({ stream }) => stream === 'stderr') && '; marked at the left is stderr'}
          {dropped > 0 && `; the first ${dropped.toLocaleString('en')} characters are no longer shown`}
        </span>
        <CopyButton label="Copy output" text={() => output.map(({ text }) => text).join('')} />
      </figcaption>
      <ScrollRegion className="text-box" label="Output of the process">
        <pre>
          {output.map(({ stream, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only appended; their order is their identity.
            <span key={index} className={`calls-${stream}`} data-stream={stream}>
              {visibleOutput(text)}
            </span>
          ))}
        </pre>
      </ScrollRegion>
    </figure>
  );
}

interface ResultMessageProps extends Pick<Run, 'request'> {
  readonly result: NonNullable<Run['result']>;
}

/** The message that tells the model how its call went: as the companion made it, or in another provider's form. */
function ResultMessage({ request, result }: ResultMessageProps): ReactElement {
  const [provider, setProvider] = useState<Provider>(request.provider);
  const message = useMemo(() => {
    const { content, success } = result;
    const made =
      provider === request.provider
        ? result.message
        : handleToolResult(provider, request.call, content, { isError: !success });
    return JSON.stringify(made, null, 2);
  }, [provider, request, result]);
  return (
    <figure className="stack" data-part="message">
      <figcaption className="row">
        <div className="row grow">
          <span className="quiet">Message for the model, as</span>
          <Select aria-label="Message for" options={PROVIDER_OPTIONS} value={provider} onChoose={setProvider} />
        </div>
        <CopyButton label="Copy message" text={() => message} />
      </figcaption>
      <CodeView label="Message for the model" className="calls-message" text={message} />
    </figure>
  );
}

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

/** Ms in sight before approving is possible: a click meant for what was there before must not approve. */
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
