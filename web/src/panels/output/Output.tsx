import { type ReactElement, useMemo } from 'react';
import '../../styles/output.css';
import { HELLO } from '../../samples/index.ts';
import { staleLine } from '../../state/compilation.ts';
import type { PanelProps } from '../panel.ts';
import { Columns } from './Columns.tsx';
import { createHighlighter } from './highlighter.ts';

/** What the provider will be sent, alone or beside what others would be. */
export function Output(props: PanelProps): ReactElement {
  const { compilation, dispatch, page } = props;
  const onSample = (): void =>
    dispatch({ type: 'open', name: HELLO.name, text: HELLO.text, label: `Opened the sample ${HELLO.title}` });
  const highlighter = useMemo(() => createHighlighter(page.highlight), [page]);
  const { result, stale } = compilation;
  const behind = staleLine(compilation);
  return (
    <div className="panel" data-part="output" data-revision={result?.revision ?? 0} data-stale={stale}>
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
        <Columns {...props} result={result} highlighter={highlighter} />
      )}
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
