import type { ReactElement } from 'react';
import { CodeView } from '../components/CodeView.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { Icon } from '../components/Icon.tsx';
import { downloadText } from '../components/download-text.ts';
import { type Compilation, type Result, staleLine } from '../state/compilation.ts';
import { countOf, healthOf } from '../state/health.ts';
import { outputFileName } from '../state/output-name.ts';
import { PROVIDER_LABELS } from '../state/providers.ts';

interface OutputProps {
  readonly compilation: Compilation;
  /** Of the document; the download takes its name from it. */
  readonly name: string;
  readonly onSample: () => void;
}

/** What the provider will be sent. */
export function Output({ compilation, name, onSample }: OutputProps): ReactElement {
  const { result, stale } = compilation;
  const behind = staleLine(compilation);
  return (
    <div className="panel" data-part="output" data-revision={result?.revision ?? 0} data-stale={stale}>
      {result && <HealthLine result={result} name={name} />}
      <p className="stale-line" role="status">
        {behind}
      </p>
      {result === undefined ? (
        behind !== undefined && (
          <p className="empty">
            The output appears as soon as the document compiles. Problems says what stands in the way.
          </p>
        )
      ) : result.output.tools === 0 ? (
        <NoTools onSample={onSample} />
      ) : (
        <CodeView
          label={`Tools for ${PROVIDER_LABELS[result.output.provider]}`}
          className={`pane-body output-body${stale ? ' is-stale' : ''}`}
          text={result.output.text}
        />
      )}
    </div>
  );
}

function HealthLine({ result, name }: { readonly result: Result; readonly name: string }): ReactElement {
  const { output } = result;
  const health = healthOf(output);
  return (
    <div className="health">
      <p className="grow health-numbers">
        <strong>{health.tools}</strong>
        {health.excess !== undefined && (
          <span className="health-excess">
            <Icon name="warning" />
            {health.excess}
          </span>
        )}
        <span title="What the document says and this provider is not told, or in other words">{health.losses}</span>
        <span title="As compact JSON, in UTF-8">{health.size}</span>
        <span className="quiet">revision {result.revision}</span>
      </p>
      <CopyButton
        label={`Copy ${countOf(output.tools, 'tool')}`}
        text={() => output.text}
        disabled={output.tools === 0}
      />
      <button
        type="button"
        className="button button-small"
        disabled={output.tools === 0}
        onClick={() => downloadText(outputFileName(name, output.provider), output.text)}
      >
        <Icon name="download" />
        Download
      </button>
    </div>
  );
}

function NoTools({ onSample }: { readonly onSample: () => void }): ReactElement {
  return (
    <div className="empty">
      <p>
        <strong>This document has no commands, so there is nothing to send.</strong>
      </p>
      <p>
        Add one under <code>commands</code>. The empty key stands for the tool itself:
      </p>
      <pre className="empty-example">{`"commands": {\n  "": { "description": "Say hello" }\n}`}</pre>
      <button type="button" className="button" onClick={onSample}>
        Open the hello sample
      </button>
    </div>
  );
}
