import { lazy, type ReactElement, Suspense, useEffect, useMemo, useState } from 'react';
import { PanelBoundary } from '../components/PanelBoundary.tsx';
import { useDiscovery } from '../panels/companion/use-discovery.ts';
import { registerOffline } from '../offline/register-offline.ts';
import { Problems } from '../panels/Problems.tsx';
import type { OpenDialog } from '../state/open-dialog.ts';
import { activeDocument } from '../state/working-copy.ts';
import { BottomBar } from './BottomBar.tsx';
import { DocumentBar } from './DocumentBar.tsx';
import { EditorPane } from './EditorPane.tsx';
import { Header } from './Header.tsx';
import { HintStrip } from './HintStrip.tsx';
import { ImportOffer } from './ImportOffer.tsx';
import { Messages } from './Messages.tsx';
import { Notices } from './Notices.tsx';
import { ResultPane } from './ResultPane.tsx';
import type { Stores } from './stores.ts';
import { useCompanion } from './use-companion.ts';
import { useCompiler } from './use-compiler.ts';
import { useDocuments } from './use-documents.ts';
import { useImportDrop } from './use-import-drop.ts';
import { useKeys } from './use-keys.ts';
import { usePage } from './use-page.ts';
import { usePlayground } from './use-playground.ts';
import { useShare } from './use-share.ts';
import { useTheme } from './use-theme.ts';
import { type TourStep, useTour } from './use-tour.ts';
import { whenIdle } from './when-idle.ts';
import { type Side, Workspace } from './Workspace.tsx';

const loadDialogs = async () => ({ default: (await import('./Dialogs.tsx')).Dialogs });
const Dialogs = lazy(loadDialogs);

/** The whole page. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one line per part and prop; there is no logic to move out.
export function App({ local, session, drafts }: Stores): ReactElement {
  const { state, dispatch, unsaved } = usePlayground({ local, session, drafts });
  const { copy } = state;
  const document = activeDocument(copy);
  const { text, filter } = document;
  const { provider, strict } = copy;
  const compilation = useCompiler({ text, provider, strict, document: document.id, ...(filter && { filter }) });
  const companion = useCompanion(session);
  const discovery = useDiscovery(companion);
  const [theme, setTheme] = useTheme(local);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [side, setSide] = useState<Side>('document');
  const [outdated, setOutdated] = useState(false);
  const tour = useTour(local);
  const share = useShare(copy, () => setDialog('share'));
  const { page, editor } = usePage({ local, setDialog, setSide, tell: share.tell });
  const dropping = useImportDrop(page);
  const documents = useDocuments(dispatch, companion, share.tell);
  const ids = useMemo(() => copy.documents.map(({ id }) => id), [copy.documents]);
  useEffect(() => {
    if (import.meta.env.PROD) registerOffline(() => setOutdated(true));
  }, []);
  // What is typed right after the palette's key is typed into the palette.
  useEffect(() => whenIdle(async () => void (await loadDialogs())), []);
  const hints = {
    tour,
    onStep: (step: TourStep) => setSide(step === 1 ? 'document' : 'result'),
    onOpenCalls: () => dispatch({ type: 'choose-tab', tab: 'calls' }),
  };
  useKeys({
    onShare: share.copyLink,
    onHelp: () => setDialog('keys'),
    onPalette: () => setDialog('palette'),
    onTab: (tab) => dispatch({ type: 'choose-tab', tab }),
  });
  return (
    <div className="app">
      <Header
        copy={copy}
        theme={theme}
        companion={companion.state}
        documents={documents}
        dispatch={dispatch}
        onTheme={setTheme}
        onDialog={setDialog}
      />
      <Notices state={state} dispatch={dispatch} unsaved={unsaved} copied={drafts.copied} outdated={outdated} />
      <Workspace
        local={local}
        side={side}
        editor={
          <EditorPane
            ref={editor}
            document={document}
            ids={ids}
            compilation={compilation}
            theme={theme}
            onChange={(text) => dispatch({ type: 'edit', text, id: document.id })}
            onCursor={page.cursor.set}
          >
            <DocumentBar
              copy={copy}
              dispatch={dispatch}
              onNew={documents.openNew}
              onAlone={() => editor.current?.focus()}
            />
            <ImportOffer document={document} page={page} />
            <HintStrip {...hints} steps={[1]} />
          </EditorPane>
        }
        problems={<Problems compilation={compilation} document={document} dispatch={dispatch} page={page} />}
        result={
          <ResultPane
            {...{ copy, document, compilation, companion, dispatch, page }}
            onTab={(tab) => dispatch({ type: 'choose-tab', tab })}
          >
            <HintStrip {...hints} steps={[2, 3]} />
          </ResultPane>
        }
      />
      {dialog !== undefined && (
        <PanelBoundary name="The dialog">
          <Suspense>
            <Dialogs
              open={dialog}
              {...{ copy, compilation, companion, discovery, documents, drafts, dispatch, page, theme }}
              base={share.base}
              undo={state.undo?.label}
              onTheme={setTheme}
              onShareLink={share.copyLink}
              onTour={() => {
                tour.go(1);
                setSide('document');
              }}
              onClose={() => setDialog(undefined)}
            />
          </Suspense>
        </PanelBoundary>
      )}
      <Messages
        message={share.message}
        undo={state.undo?.label}
        onUndo={() => dispatch({ type: 'undo' })}
        onClose={() => {
          share.tell(undefined);
          dispatch({ type: 'forget-undo' });
        }}
      />
      {dropping && <p className="drop-note">Drop to import</p>}
      <BottomBar side={side} onSide={setSide} onCompanion={() => setDialog('companion')} />
    </div>
  );
}
