import './embed.css';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { readFragment } from '../document/fragment.ts';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { activeDocument, type WorkingCopy } from '../document/working-copy.ts';
import { useShownTheme } from '../page/theme.ts';
import { useWindowEvent } from '../parts/browser.ts';
import { PanelBoundary } from '../parts/content.tsx';
import { Icon } from '../parts/Icon.tsx';
import { PlainCode } from '../parts/PlainCode.tsx';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';

/** The read-only view for a frame: no storage, no companion, nothing to edit, and one way out to the whole page. */
export function Embed(): ReactElement {
  const [hash, setHash] = useState(() => location.hash);
  // The page around the frame may change its address.
  useWindowEvent('hashchange', () => setHash(location.hash));
  const view = useMemo(() => embedView({ origin: location.origin, pathname: location.pathname, hash }), [hash]);
  useShownTheme('system');
  return (
    <div className="embed" data-part="embed">
      <header className="row embed-bar">
        <h1 className="brand">
          <Icon name="brand" />
          ATIP
        </h1>
        {view.copy && <strong className="clip">{visibleText(activeDocument(view.copy).name)}</strong>}
        <a className="row embed-out" href={view.address} target="_blank" rel="noopener">
          <Icon name="external" />
          Open in the workbench
        </a>
      </header>
      {view.copy ? (
        <PanelBoundary name="The view">
          <EmbedSides {...view.copy} />
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
  const { copy, unreadable } = readFragment(hash);
  if (copy) return { copy, address: origin + pathname + hash };
  const message = unreadable?.message ?? 'The address of this frame carries no document.';
  return { message, address: origin + pathname };
}

function EmbedSides(copy: WorkingCopy): ReactElement {
  const { provider, strict } = copy;
  const { text, filter } = activeDocument(copy);
  const question = useMemo(() => ({ text, filter, provider, strict }), [text, filter, provider, strict]);
  const { last, pending, failure } = useAnswer('compile', question);
  const answer = pending ? undefined : last?.answer;
  const output = answer?.output;
  const error = answer?.issues.find(({ severity }) => severity === 'error')?.message;
  useEffect(() => {
    document.documentElement.dataset['state'] = pending ? 'busy' : 'ready';
  }, [pending]);
  return (
    <>
      <p className="quiet embed-bar" role="status">
        {PROVIDER_LABELS[provider]}
        {output && `: ${countOf(output.tools, 'tool')}, ${countOf(output.losses, 'fact')} lost`}
      </p>
      <main className="embed-sides">
        <PlainCode label="ATIP document" text={text} />
        {output ? (
          <PlainCode label={`Tools for ${PROVIDER_LABELS[provider]}`} text={output.text} flags={output.flags} />
        ) : (
          <p className="pane-note" role="status">
            {failure ?? (answer ? visibleText(error ?? '') : 'Compiling…')}
          </p>
        )}
      </main>
    </>
  );
}
