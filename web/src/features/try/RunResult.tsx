import { type ReactElement, useEffect, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { CodeView } from '../../components/CodeView.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { PROVIDER_LABELS } from '../../document/providers.ts';
import { visibleText } from '../../text/visible-text.ts';
import { countOf } from '../../text/words.ts';
import { RedactedText } from './Marked.tsx';
import { durationOf, exitLine, phaseLine, sandboxLine } from './run-words.ts';
import type { Run, RunRequest } from './runs.ts';

/** A run as it happens, and the message that goes back to the model. */
export function RunResult({ run }: { readonly run: Run }): ReactElement {
  const { phase, output, exit, result, problem, request, ended } = run;
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.scrollIntoView({ block: ended === undefined ? 'nearest' : 'start' });
    // Only from the bar that started it, or from nowhere: whoever went on elsewhere stays there.
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.closest('.try-verdict') != null;
    if (ended !== undefined && isFree) element.focus({ preventScroll: true });
  }, [ended]);
  const message = JSON.stringify(result?.message, null, 2);
  const isBad = phase === 'failed' || result?.success === false;
  return (
    <section className="try-card stack try-result" data-phase={phase} aria-label="Result" tabIndex={-1} ref={box}>
      <div className="row">
        <p role="status" className={isBad ? 'row bad' : 'row'}>
          <Icon name={isBad ? 'error' : phase === 'done' ? 'check' : 'info'} />
          <strong>{phaseLine(run)}</strong>
        </p>
        <span className="quiet grow">{exit && exitLine(exit)}</span>
        <span className="quiet mono wrap">{visibleText(request.call.name)}</span>
      </div>
      {exit?.sandbox && (
        <p className="quiet" data-part="sandbox">
          {sandboxLine(exit.sandbox)}.
        </p>
      )}
      {problem && phase === 'failed' && (
        <p>
          <strong>{problem.title}.</strong> {problem.detail} <code className="quiet">{problem.code}</code>
        </p>
      )}
      {output.length > 0 && <RunOutput run={run} />}
      {result && (
        <Disclosure summary={`Message for the model (${PROVIDER_LABELS[request.provider]})`}>
          <div className="stack" data-part="message">
            <CodeView label="Message for the model" className="try-message" text={message} />
            <CopyButton label="Copy message" text={() => message} />
          </div>
        </Disclosure>
      )}
    </section>
  );
}

/** The process's redacted output as text: sequences that would steer a terminal are shown instead. */
function RunOutput({ run: { output, dropped } }: { readonly run: Run }): ReactElement {
  const whole = output.map(({ text }) => text).join('');
  const hidden = whole.split('[REDACTED]').length - 1;
  return (
    <figure className="stack">
      <figcaption className="row">
        <span className="quiet grow">
          {hidden === 0
            ? 'Output; the companion found no secret in it'
            : `Output; the companion replaced ${countOf(hidden, 'possible secret')} by [REDACTED]`}
          {output.some(({ stream }) => stream === 'stderr') && '; a line at the left marks errors (stderr)'}
          {dropped > 0 && `; the first ${countOf(dropped, 'character')} are no longer shown`}
        </span>
        <CopyButton label="Copy output" text={() => whole} />
      </figcaption>
      <ScrollRegion className="text-box" label="Output of the process">
        <pre>
          {output.map(({ stream, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only appended; their order is their identity.
            <span key={index} className={`try-${stream}`} data-stream={stream}>
              <RedactedText text={text} />
            </span>
          ))}
        </pre>
      </ScrollRegion>
    </figure>
  );
}

interface RunHistoryProps {
  readonly runs: readonly Run[];
  readonly shown: number | undefined;
  readonly canRun: boolean;
  readonly onShow: (id: number) => void;
  readonly onAgain: (request: RunRequest) => void;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export function RunHistory({ runs, shown, canRun, onShow, onAgain }: RunHistoryProps): ReactElement | null {
  if (runs.length === 0) return null;
  return (
    <Disclosure summary={`Runs of this visit (${runs.length})`}>
      <ul className="stack" aria-label="Runs of this visit">
        {runs.map((run) => {
          const name = visibleText(run.request.call.name);
          const at = CLOCK.format(run.started);
          const took = run.ended === undefined ? '' : `, ${durationOf(run.ended - run.started)}`;
          return (
            <li key={run.id} className="row" aria-current={run.id === shown || undefined}>
              <span className="grow wrap">
                <span className="quiet">{at}</span> <span className="mono">{name}</span> {phaseLine(run)}
                {took}
              </span>
              <Button small aria-label={`Show the run of ${at}: ${name}`} onClick={() => onShow(run.id)}>
                Show
              </Button>
              <Button
                small
                aria-label={`Run again: ${name}`}
                aria-disabled={!canRun}
                onClick={() => canRun && onAgain(run.request)}
              >
                Run again
              </Button>
            </li>
          );
        })}
      </ul>
      <p className="quiet small">They are kept until the page closes.</p>
    </Disclosure>
  );
}
