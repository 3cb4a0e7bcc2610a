import './embed.css';
import type { Issue } from '@atip/core';
import { type ReactElement, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { PanelBoundary } from '../../components/PanelBoundary.tsx';
import { PROVIDER_LABELS } from '../../document/providers.ts';
import { visibleText } from '../../text/visible-text.ts';
import { type WorkingCopy, activeDocument } from '../../document/working-copy.ts';
import { readFragment } from '../../document/fragment.ts';
import type { CompileSource } from '../../document/compilation.ts';
import { Choice } from '../../components/Choice.tsx';
import { useMedia } from '../../components/use-media.ts';
import { CodeView } from '../../components/CodeView.tsx';
import { useAnswer } from '../../worker/use-answer.ts';
import { countOf } from '../../text/words.ts';

/** The read-only view for a frame: no storage, no companion, nothing to edit, and one way out to the whole page. */
export function Embed(): ReactElement {
  const view = useView();
  const wantsContrast = useMedia('(prefers-contrast: more)');
  useLayoutEffect(() => {
    if (wantsContrast) document.documentElement.dataset['theme'] = 'contrast';
    else delete document.documentElement.dataset['theme'];
  }, [wantsContrast]);
  return (
    <div className="embed" data-part="embed">
      <header className="pane-bar embed-head">
        <h1 className="brand">
          <Icon name="brand" />
          ATIP
        </h1>
        {view.ok && (
          <span className="clip">
            <strong>{visibleText(activeDocument(view.copy).name)}</strong>{' '}
            <span className="quiet">
              for {PROVIDER_LABELS[view.copy.provider]}
              {view.copy.strict && ', strict'}
            </span>
          </span>
        )}
        <a className="embed-out" href={view.address} target="_blank" rel="noopener">
          <Icon name="external" />
          Open in the workbench
        </a>
      </header>
      {view.ok ? (
        <PanelBoundary name="The view">
          <EmbedPanes copy={view.copy} />
        </PanelBoundary>
      ) : (
        <p className="pane-note" role="alert">
          {view.message}
        </p>
      )}
    </div>
  );
}

/** Follows the address: who frames the page may change it. */
function useView(): EmbedView {
  const [hash, setHash] = useState(() => location.hash);
  useEffect(() => {
    const onHashChange = (): void => setHash(location.hash);
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);
  return useMemo(() => embedView({ origin: location.origin, pathname: location.pathname, hash }), [hash]);
}

type EmbedView =
  | { readonly ok: true; readonly copy: WorkingCopy /** Opens the whole page with it. */; readonly address: string }
  /** `message` says why there is nothing, as a sentence. */
  | { readonly ok: false; readonly message: string; readonly address: string };

/** Reads the address of a frame; the link to the workbench is the same without `?embed`. */
export function embedView({ origin, pathname, hash }: Pick<URL, 'origin' | 'pathname' | 'hash'>): EmbedView {
  const fragment = readFragment(hash);
  const address = origin + pathname;
  if (fragment.kind === 'shared') return { ok: true, copy: fragment.copy, address: address + fragment.fragment };
  if (fragment.kind === 'unreadable') return { ok: false, message: fragment.link.message, address };
  return { ok: false, message: 'The address of this frame carries no document.', address };
}

type Side = 'document' | 'output';

const SIDES: readonly { readonly value: Side; readonly label: string }[] = [
  { value: 'document', label: 'Document' },
  { value: 'output', label: 'Output' },
];

/** The document and what it compiles to, side by side; where that is too narrow, one of them. */
function EmbedPanes({ copy }: { readonly copy: WorkingCopy }): ReactElement {
  const { provider, strict } = copy;
  const document = activeDocument(copy);
  const [side, setSide] = useState<Side>('output');
  const question = useMemo<CompileSource>(
    () => ({ text: document.text, ...(document.filter && { filter: document.filter }), provider, strict }),
    [document, provider, strict],
  );
  const { last, pending, failure } = useAnswer('compile', question);
  const answer = pending ? undefined : last?.answer;
  const output = answer?.output;
  useEffect(() => {
    window.document.documentElement.dataset['state'] = pending ? 'busy' : 'ready';
  }, [pending]);
  return (
    <>
      <section className="pane-bar embed-bar" aria-label="View">
        <div className="embed-sides">
          <Choice label="Show" name="embed-side" options={SIDES} value={side} onChoose={setSide} />
        </div>
        <span className="quiet" role="status">
          {output && `${countOf(output.tools, 'tool')}, ${countOf(output.losses, 'loss')}`}
        </span>
      </section>
      <main className="embed-panes" data-side={side}>
        <CodeView label="ATIP document" className="code-pane" text={document.text} />
        {output ? (
          <CodeView
            label={`Tools for ${PROVIDER_LABELS[provider]}`}
            className="code-pane embed-output"
            text={output.text}
          />
        ) : (
          <p className="pane-note embed-output" role="status">
            {failure ?? (answer === undefined ? 'Compiling…' : answer.issues.find(isError)?.message)}
          </p>
        )}
      </main>
    </>
  );
}

function isError({ severity }: Issue): boolean {
  return severity === 'error';
}
