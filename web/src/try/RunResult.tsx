import { type ReactElement, useEffect, useRef } from 'react';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { RedactedText } from '../parts/Argv.tsx';
import { Disclosure, ScrollRegion } from '../parts/content.tsx';
import { CopyButton } from '../parts/controls.tsx';
import { Icon } from '../parts/Icon.tsx';
import { shortText, visibleJson, visibleText } from '../text/visible-text.ts';
import { countOf, timeOf } from '../text/words.ts';
import { MAX_SHOWN_OUTPUT, type PageRun } from './run.ts';

/** The result of a run. It names its command line, because the call above may be another one by now. */
export function RunResult(run: PageRun): ReactElement {
  const { phase, output, exit, result, problem, request, check } = run;
  const isOver = phase !== 'running';
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: isOver ? 'start' : 'nearest' });
    // Only from the bar that started it, or from nowhere: a person who moved on stays there.
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.closest('.verdict-bar') != null;
    if (isOver && isFree) box.current?.focus({ preventScroll: true });
  }, [isOver]);
  const sandbox = exit?.sandbox;
  const isBad = phase === 'failed' || result?.success === false;
  const notes = [
    exit?.reason,
    problem?.code !== 'confirmation-denied' && problem?.detail,
    ...(sandbox ? sandboxNotes(sandbox) : []),
  ];
  const hidden = output.split('[REDACTED]').length - 1;
  return (
    <section
      className="card stack try-result"
      data-phase={phase}
      aria-label="Result of the run"
      tabIndex={-1}
      ref={box}
    >
      <div className="row">
        <p role="status" className={isBad ? 'row bad' : 'row'}>
          <Icon name={isBad ? 'error' : phase === 'done' ? 'check' : 'info'} />
          <strong>{phaseLine(run)}</strong>
        </p>
        <span className="quiet grow wrap">
          {exit && exitLine(exit)} {check && `in ${visibleText(check.cwd)}`}
        </span>
        <code className="wrap">{shortText(check?.argv?.join(' ') ?? request.call.name, 400)}</code>
      </div>
      {notes.map((note) => note && <p key={note}>{visibleText(note)}</p>)}
      {output !== '' && (
        <figure className="stack">
          <figcaption className="row">
            <span className="quiet grow">
              {output.length === MAX_SHOWN_OUTPUT ? 'The end of the output' : 'Output'}
              {hidden > 0 && `; ${countOf(hidden, 'possible secret')} replaced by [REDACTED]`}
            </span>
            <CopyButton label="Copy output" text={() => output} />
          </figcaption>
          <ScrollRegion className="boxed scrolls" label="Output of the process">
            <pre className="wrap">
              <RedactedText text={output} />
            </pre>
          </ScrollRegion>
        </figure>
      )}
      {result && (
        <Disclosure summary={`Message for the model (${PROVIDER_LABELS[request.provider]})`}>
          <div className="stack" data-part="message">
            <ScrollRegion label="Message for the model" className="boxed scrolls">
              <pre className="wrap">{visibleJson(result.message)}</pre>
            </ScrollRegion>
            <CopyButton label="Copy message" text={() => JSON.stringify(result.message, null, 2)} />
          </div>
        </Disclosure>
      )}
    </section>
  );
}

const PHASES: Readonly<Record<PageRun['phase'], string>> = {
  running: 'Running…',
  done: 'Done',
  declined: 'Nothing ran',
  failed: 'It did not finish',
  cancelled: 'You cancelled it',
};

function phaseLine({ phase, question, result, problem }: PageRun): string {
  if (question?.where === 'terminal') return 'Answer in the terminal where the companion runs.';
  if (question) return 'Waiting for your answer';
  if (result?.success === false) return 'The command reported a failure';
  return problem?.code === 'confirmation-denied' ? 'You declined; nothing ran.' : PHASES[phase];
}

/** The end of the process, for example `"exit 0 after 1.2 s, output cut at its limit"`. */
export function exitLine({ exitCode, duration, timedOut, truncated }: NonNullable<PageRun['exit']>): string {
  const code = exitCode === null ? 'ended by a signal' : `exit ${exitCode}`;
  const limits = [timedOut && 'time limit reached', truncated && 'output cut at its limit'];
  return [`${code} after ${timeOf(duration)}`, ...limits].filter(Boolean).join(', ');
}

/** Sentences about what differs from the limits that the call's stage of the sandbox has named. */
function sandboxNotes(sandbox: NonNullable<NonNullable<PageRun['exit']>['sandbox']>) {
  const { applied, planted, notes, temporary, connections = [] } = sandbox;
  const refused = connections.filter(({ refused: by }) => by === 'host' || by === 'port');
  const hosts = new Set(refused.map(({ host, port }) => (port === 80 || port === 443 ? host : `${host}:${port}`)));
  return [
    ...[...hosts].map((host) => `No rule of the policy lists ${host}, so it was not reached.`),
    applied ? 'It ran in a sandbox.' : 'It ran without a sandbox.',
    ...(applied && !planted ? [] : notes),
    temporary && `It left ${temporary.names.join(', ')} in its /tmp, which is ${temporary.directory}.`,
  ];
}
