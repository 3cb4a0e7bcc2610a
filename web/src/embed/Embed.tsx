import '../styles/embed.css';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { PanelBoundary } from '../components/PanelBoundary.tsx';
import { type EmbedView, embedView } from '../state/embed-view.ts';
import { PROVIDER_LABELS } from '../state/providers.ts';
import { visibleText } from '../state/visible-text.ts';
import { activeDocument } from '../state/working-copy.ts';
import { EmbedPanes } from './EmbedPanes.tsx';

/** The read-only view for a frame: no storage, no companion, nothing to edit, and one way out to the whole page. */
export function Embed(): ReactElement {
  const view = useView();
  return (
    <div className="embed" data-part="embed">
      <header className="embed-head">
        <h1 className="brand">
          <Icon name="brand" />
          ATIP
        </h1>
        {view.ok && (
          <span className="embed-title">
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
        <p className="embed-note" role="alert">
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
