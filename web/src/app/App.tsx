import { lazy, type ReactElement, Suspense, useEffect, useRef } from 'react';
import { PanelBoundary } from '../components/content.tsx';
import { useFileDrop, useOpenImported } from '../start/open-imported.ts';
import { PageContext, type EditorHandle } from '../page/page-context.ts';
import { Header } from './Header.tsx';
import { Notices, Toast } from './Notices.tsx';
import { useKeys } from './use-keys.ts';
import { usePageModel } from './use-page-model.ts';
import type { Stores } from '../document/draft.ts';
import { whenIdle } from '../components/browser.ts';
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
