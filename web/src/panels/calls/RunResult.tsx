import type { ReactElement } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import { CodeView } from '../../components/CodeView.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { CallRun } from '../../state/call-run.ts';
import { exitLine, phaseLine, sandboxLine } from '../../state/run-lines.ts';
import { visibleOutput } from '../../state/visible-text.ts';

/** A run as it happens, and the message that goes back to the model. */
export function RunResult({ run }: { readonly run: CallRun }): ReactElement {
  const { phase, output, dropped, exit, result, problem } = run;
  const message = result && JSON.stringify(result.message, null, 2);
  return (
    <div className="run-result" data-phase={phase}>
      <p role="status" className={phase === 'failed' ? 'bad' : undefined}>
        <Icon name={phase === 'failed' ? 'error' : phase === 'done' ? 'check' : 'info'} />
        {phaseLine(run)}
        {exit && <span className="quiet">{exitLine(exit)}</span>}
      </p>
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
      {output.length > 0 && (
        <figure>
          <figcaption className="quiet">
            Output, redacted
            {dropped > 0 && `; the first ${dropped.toLocaleString('en')} characters are no longer shown`}
          </figcaption>
          <ScrollRegion className="process-output" label="Output of the process">
            <pre>
              {output.map(({ stream, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only appended; their order is their identity.
                <span key={index} className={stream} data-stream={stream}>
                  {visibleOutput(text)}
                </span>
              ))}
            </pre>
          </ScrollRegion>
        </figure>
      )}
      {message !== undefined && (
        <figure data-part="message">
          <figcaption className="row">
            <span className="quiet grow">Message for the model</span>
            <CopyButton label="Copy message" text={() => message} />
          </figcaption>
          <CodeView label="Message for the model" className="message-body" text={message} />
        </figure>
      )}
    </div>
  );
}
