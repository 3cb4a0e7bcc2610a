import { type ReactElement, useEffect, useMemo, useState } from 'react';
import type { OutputQuestion } from '../analysis/output/compiled-tool.ts';
import { Choice } from '../components/Choice.tsx';
import { CodeView } from '../components/CodeView.tsx';
import { useAnswer } from '../panels/use-answer.ts';
import { countOf } from '../state/health.ts';
import { tidySettings } from '../state/output-columns.ts';
import { PROVIDER_LABELS } from '../state/providers.ts';
import { activeDocument, type WorkingCopy } from '../state/working-copy.ts';

type Side = 'document' | 'output';

const SIDES: readonly { readonly value: Side; readonly label: string }[] = [
  { value: 'document', label: 'Document' },
  { value: 'output', label: 'Output' },
];

/** The document and what it compiles to, side by side; where that is too narrow, one of them. */
export function EmbedPanes({ copy }: { readonly copy: WorkingCopy }): ReactElement {
  const { provider, strict } = copy;
  const document = activeDocument(copy);
  const [side, setSide] = useState<Side>('output');
  const question = useMemo<OutputQuestion>(
    () => ({
      text: document.text,
      ...(document.filter && { filter: document.filter }),
      provider,
      settings: tidySettings(provider, { strict }),
    }),
    [document, provider, strict],
  );
  const { last, pending, failure } = useAnswer('output-column', question);
  const answer = pending ? undefined : last?.answer;
  useEffect(() => {
    window.document.documentElement.dataset['state'] = pending ? 'busy' : 'ready';
  }, [pending]);
  return (
    <>
      <section className="embed-bar" aria-label="View">
        <div className="embed-sides">
          <Choice label="Show" name="embed-side" options={SIDES} value={side} onChoose={setSide} />
        </div>
        <span className="quiet" role="status">
          {answer?.ok ? `${countOf(answer.output.tools, 'tool')}, ${countOf(answer.output.losses, 'loss')}` : ''}
        </span>
      </section>
      <main className="embed-panes" data-side={side}>
        <CodeView label="ATIP document" className="embed-code mono" text={document.text} />
        {answer?.ok ? (
          <CodeView
            label={`Tools for ${PROVIDER_LABELS[provider]}`}
            className="embed-code embed-output mono"
            text={answer.output.text}
          />
        ) : (
          <p className="embed-code embed-output embed-note" role="status">
            {failure ?? (answer === undefined ? 'Compiling…' : answer.message)}
          </p>
        )}
      </main>
    </>
  );
}
