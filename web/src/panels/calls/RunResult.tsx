import { handleToolResult, type Provider } from '@atip/core';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { CodeView } from '../../components/CodeView.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { ProviderSelect } from '../../components/ProviderSelect.tsx';
import { visibleOutput, visibleText } from '../../text/visible-text.ts';
import { durationOf, exitLine, phaseLine, sandboxLine } from './run-words.ts';
import type { Run } from './runs.ts';

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

/** ms between two looks at the clock. */
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

/** What a process wrote, redacted, as text: a sequence that would steer a terminal stands there to be read. */
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
          <ProviderSelect label="Message for" value={provider} onChoose={setProvider} />
        </div>
        <CopyButton label="Copy message" text={() => message} />
      </figcaption>
      <CodeView label="Message for the model" className="calls-message" text={message} />
    </figure>
  );
}
