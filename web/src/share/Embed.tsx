import './embed.css';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { Choice } from '../components/controls.tsx';
import { CodeView } from '../components/CodeView.tsx';
import { Icon } from '../components/Icon.tsx';
import { PanelBoundary } from '../components/content.tsx';
import { useWindowEvent } from '../components/browser.ts';
import { readFragment } from '../document/fragment.ts';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { type WorkingCopy, activeDocument } from '../document/working-copy.ts';
import { useShownTheme } from '../page/theme.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';
import { targetWords } from './share-link.ts';

/** The read-only view for a frame: no storage, no companion, nothing to edit, and one way out to the whole page. */
export function Embed(): ReactElement {
  const [hash, setHash] = useState(() => location.hash);
  // The page around the frame may change its address.
  useWindowEvent('hashchange', () => setHash(location.hash));
  const view = useMemo(() => embedView({ origin: location.origin, pathname: location.pathname, hash }), [hash]);
  useShownTheme('system');
  return (
    <div className="embed" data-part="embed">
      <header className="pane-bar embed-bar">
        <h1 className="brand">
          <Icon name="brand" />
          ATIP
        </h1>
        {view.ok && (
          <span className="clip">
            <strong>{visibleText(activeDocument(view.copy).name)}</strong>{' '}
            <span className="quiet">{targetWords(view.copy)}</span>
          </span>
        )}
        <a className="row embed-out" href={view.address} target="_blank" rel="noopener">
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

/** Reads the address of a frame; the link to the workbench is the same without `?embed`. */
export function embedView({ origin, pathname, hash }: Pick<URL, 'origin' | 'pathname' | 'hash'>) {
  const fragment = readFragment(hash);
  const address = origin + pathname;
  if (fragment.kind === 'shared')
    return { ok: true, copy: fragment.copy, address: address + fragment.fragment } as const;
  const isUnreadable = fragment.kind === 'unreadable';
  const message = isUnreadable ? fragment.link.message : 'The address of this frame carries no document.';
  return { ok: false, message, address } as const;
}

const SIDES = [
  { value: 'document', label: 'Document' },
  { value: 'output', label: 'Output' },
] as const;

function EmbedPanes({ copy }: { readonly copy: WorkingCopy }): ReactElement {
  const [side, setSide] = useState<(typeof SIDES)[number]['value']>('output');
  const { provider, strict } = copy;
  const { text, filter } = activeDocument(copy);
  const question = useMemo(() => ({ text, filter, provider, strict }), [text, filter, provider, strict]);
  const { last, pending, failure } = useAnswer('compile', question);
  const answer = pending ? undefined : last?.answer;
  const output = answer?.output;
  useEffect(() => {
    document.documentElement.dataset['state'] = pending ? 'busy' : 'ready';
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
        <CodeView label="ATIP document" className="code-pane" text={text} />
        {output ? (
          <CodeView
            label={`Tools for ${PROVIDER_LABELS[provider]}`}
            className="code-pane embed-output"
            text={output.text}
          />
        ) : (
          <p className="pane-note embed-output" role="status">
            {failure ?? (answer ? answer.issues.find(({ severity }) => severity === 'error')?.message : 'Compiling…')}
          </p>
        )}
      </main>
    </>
  );
}
