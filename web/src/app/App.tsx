import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { type EditorHandle, PageContext } from '../page/page-context.ts';
import { useWindowEvent, whenIdle } from '../parts/browser.ts';
import { PanelBoundary } from '../parts/content.tsx';
import { useFileDrop, useOpenFiles } from '../start/Start.tsx';
import { Header } from './Header.tsx';
import { useKeys } from './use-keys.ts';
import { type Opening, usePageModel } from './use-page-model.ts';
import { loadSides, Workspace } from './Workspace.tsx';

const loadDialogs = async () => ({ default: (await import('./Dialogs.tsx')).Dialogs });
const Dialogs = lazy(loadDialogs);
const Toaster = lazy(async () => ({ default: (await import('./Toaster.tsx')).Toaster }));

export function App(opening: Opening): ReactElement {
  const editor = useRef<EditorHandle>(null);
  const page = usePageModel(opening, editor);
  const { dialog } = page;
  const [early, setEarly] = useState('');
  useFileDrop(useOpenFiles(page));
  useKeys(page);
  // Early, so that the first document and the first dialog are there at once.
  useEffect(() => whenIdle(async () => void (await Promise.all([loadSides(), loadDialogs()]))), []);
  useEffect(() => {
    if (dialog === undefined) setEarly('');
  }, [dialog]);
  return (
    <PageContext value={page}>
      <div className="panel app">
        <Header />
        <Workspace editor={editor} />
        {dialog !== undefined && (
          <PanelBoundary name="The dialog">
            <Suspense fallback={<EarlyKeys onLetter={(letter) => setEarly((before) => before + letter)} />}>
              <Dialogs open={dialog} early={early} />
            </Suspense>
          </PanelBoundary>
        )}
      </div>
      <Suspense>
        <Toaster />
      </Suspense>
    </PageContext>
  );
}

/** Takes the keys while a dialog loads: they are for it, and not for what still has the focus. */
function EarlyKeys({ onLetter }: { readonly onLetter: (letter: string) => void }): null {
  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key.length === 1) onLetter(event.key);
  });
  return null;
}
