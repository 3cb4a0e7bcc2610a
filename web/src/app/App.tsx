import { lazy, type ReactElement, Suspense, useEffect, useRef } from 'react';
import { servedBy } from '../companion/served-by.ts';
import { PanelBoundary } from '../components/PanelBoundary.tsx';
import { useFileDrop } from '../features/import/dropped-files.ts';
import { useOpenImported } from '../features/import/open-imported.ts';
import type { EditorHandle } from '../page/editor-handle.ts';
import { PageContext } from '../page/page-context.ts';
import { Header } from './Header.tsx';
import { Notices, Toast } from './Notices.tsx';
import { useKeys } from './use-keys.ts';
import { usePageModel } from './use-page-model.ts';
import type { Stores } from './use-playground.ts';
import { whenIdle } from '../components/when-idle.ts';
import { Workspace } from './Workspace.tsx';

const loadDialogs = async () => ({ default: (await import('./Dialogs.tsx')).Dialogs });
const Dialogs = lazy(loadDialogs);

export function App(stores: Stores): ReactElement {
  const editor = useRef<EditorHandle>(null);
  const page = usePageModel(stores, editor);
  const openImported = useOpenImported(page);
  const isDropping = useFileDrop(page.page, async (item) => {
    const problem = await openImported(item);
    if (problem !== undefined) page.page.tell(`${item.fileName}: ${problem}`);
  });
  useEffect(() => {
    if (import.meta.env.PROD) registerOffline();
  }, []);
  // Loaded early, so that keys typed right after the palette's own reach the palette.
  useEffect(() => whenIdle(async () => void (await loadDialogs())), []);
  useKeys({
    share: page.copyLink,
    help: () => page.page.openDialog('keys'),
    palette: () => page.page.openDialog('palette'),
    undo: () => page.dispatch({ type: 'undo' }),
    tab: (tab) => page.dispatch({ type: 'choose-tab', tab }),
  });
  return (
    <PageContext value={page}>
      <div className="app">
        <Header />
        <Notices />
        <Workspace editor={editor} />
        {page.dialog !== undefined && (
          <PanelBoundary name="The dialog">
            <Suspense>
              <Dialogs open={page.dialog} />
            </Suspense>
          </PanelBoundary>
        )}
        <Toast {...page} />
        {isDropping && <p className="drop-note">Drop to open</p>}
      </div>
    </PageContext>
  );
}

/** Ms after the page has loaded: its own first work comes first. */
const AFTER = 3000;

/**
 * Registers `sw.js`, so that the hosted page opens again without a network. Does nothing on a companion's page, nor where
 * the browser has no service workers.
 */
function registerOffline(): void {
  if (servedBy() !== 'edge' || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  setTimeout(async () => {
    try {
      await serviceWorker.register('/sw.js');
      const { active } = await serviceWorker.ready;
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      const own = ['/', '/favicon.svg', '/rules.html'].map((path) => location.origin + path);
      active?.postMessage([...own, ...loaded]);
    } catch (error) {
      // Turned off in the browser, or the host went away meanwhile: the page works without.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    }
  }, AFTER);
}
