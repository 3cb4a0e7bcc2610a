import {
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useRef,
  type Ref,
  useState,
  type ComponentType,
  useLayoutEffect,
} from 'react';
import { Button } from '../components/Button.tsx';
import { PanelBoundary } from '../components/PanelBoundary.tsx';
import type { EditorHandle } from '../page/editor-handle.ts';
import { type Page, PageContext, usePage, type PanelProps } from '../page/page-context.ts';
import { Problems } from '../editor/Problems.tsx';
import { EditorPane } from '../editor/EditorPane.tsx';
import { Header } from './Header.tsx';
import { useImportDrop } from '../features/import/read-files.ts';
import { useKeys } from './use-keys.ts';
import { whenIdle } from '../editor/use-monaco.ts';
import { usePageModel } from './use-page-model.ts';
import type { Stores } from './use-playground.ts';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { useMedia } from '../components/use-media.ts';
import { servedBy } from '../companion/served-by.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Notice } from '../components/Notice.tsx';
import { Tabs, panelIdOf } from '../components/Tabs.tsx';
import { AboutContext } from '../worker/use-answer.ts';
import { TABS, type Tab } from '../document/working-copy.ts';

const loadDialogs = async () => ({ default: (await import('./Dialogs.tsx')).Dialogs });
const Dialogs = lazy(loadDialogs);

export function App(stores: Stores): ReactElement {
  const editor = useRef<EditorHandle>(null);
  const page = usePageModel(stores, editor);
  const isDropping = useImportDrop(page.page);
  useEffect(() => {
    if (import.meta.env.PROD) registerOffline();
  }, []);
  // Loaded early, so that keys typed right after the palette's own reach the palette.
  useEffect(() => whenIdle(async () => void (await loadDialogs())), []);
  useKeys({
    onShare: page.copyLink,
    onHelp: () => page.page.openDialog('keys'),
    onPalette: () => page.page.openDialog('palette'),
    onTab: (tab) => page.dispatch({ type: 'choose-tab', tab }),
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
        <Message {...page} />
        {isDropping && <p className="drop-note">Drop to import</p>}
        <BottomBar />
      </div>
    </PageContext>
  );
}

/** The last message, with Undo where there is one; a mere message does not replace an Undo. */
function Message({ message, clearMessage, state, dispatch }: Page): ReactElement | null {
  const said = [message, state.undo?.label].filter((text) => text !== undefined);
  if (said.length === 0) return null;
  return (
    <div className="toast" role="status">
      <span>{said.join(' · ')}</span>
      {state.undo && (
        <Button small onClick={() => dispatch({ type: 'undo' })}>
          Undo
        </Button>
      )}
      <Button
        small
        look="plain"
        icon="close"
        aria-label="Close message"
        onClick={() => {
          clearMessage();
          dispatch({ type: 'forget-undo' });
        }}
      />
    </div>
  );
}

/** Chooses the side that is shown where there is room for one; hidden where there is room for both. */
function BottomBar(): ReactElement {
  const { side, setSide, page } = usePage();
  return (
    <nav className="bottom-bar" aria-label="Panes">
      <button type="button" aria-pressed={side === 'document'} onClick={() => setSide('document')}>
        Document
      </button>
      <button type="button" aria-pressed={side === 'result'} onClick={() => setSide('result')}>
        Result
      </button>
      <button type="button" aria-haspopup="dialog" onClick={() => page.openDialog('companion')}>
        Companion
      </button>
    </nav>
  );
}

const Outline = lazy(async () => ({ default: (await import('../features/outline/Outline.tsx')).Outline }));

/** The tree of commands, beside the document. */
function OutlineRail(): ReactElement {
  const { copy, document, compilation, companion, dispatch, page } = usePage();
  const panel = { copy, document, compilation, companion, dispatch, page, active: true };
  return (
    <section className="pane" aria-label="Outline" data-pane="outline" tabIndex={-1}>
      <PanelBoundary name="Outline">
        <Suspense>
          <AboutContext value={compilation.result?.source.document}>
            <Outline {...panel} />
          </AboutContext>
        </Suspense>
      </PanelBoundary>
    </section>
  );
}

/** Document and result side by side, 42 : 58 until a person moves the line; one at a time on small screens. */
function Workspace({ editor }: { readonly editor: Ref<EditorHandle> }): ReactElement {
  const page = usePage();
  const { side } = page;
  const { local } = page.page;
  const narrow = useMedia('(max-width: 899px)');
  const columns = useDefaultLayout({ id: 'atip.columns.v2', storage: local });
  const rows = useDefaultLayout({ id: 'atip.rows.v1', storage: local });
  return (
    <main className="workspace">
      <Group
        orientation="horizontal"
        className="sides"
        disabled={narrow}
        defaultLayout={columns.defaultLayout}
        onLayoutChanged={(layout, meta) => !narrow && columns.onLayoutChanged(layout, meta)}
      >
        <Panel id="outline" defaultSize="16%" minSize="10%" className="side-outline">
          <OutlineRail />
        </Panel>
        <Separator className="handle" aria-label="Width of the outline" />
        <Panel id="document" defaultSize="32%" minSize="20%" className={side === 'document' ? 'side-on' : 'side-off'}>
          <Group orientation="vertical" defaultLayout={rows.defaultLayout} onLayoutChanged={rows.onLayoutChanged}>
            <Panel id="editor" defaultSize="78%" minSize="20%">
              <EditorPane ref={editor} />
            </Panel>
            <Separator className="handle" aria-label="Height of the problems" />
            <Panel id="problems" defaultSize="22%" minSize="33px">
              <Problems {...page} />
            </Panel>
          </Group>
        </Panel>
        <Separator className="handle" aria-label="Width of the document" />
        <Panel id="result" defaultSize="52%" minSize="20%" className={side === 'result' ? 'side-on' : 'side-off'}>
          <ResultPane />
        </Panel>
      </Group>
    </main>
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
      active?.postMessage([`${location.origin}/`, `${location.origin}/favicon.svg`, ...loaded]);
    } catch (error) {
      // Turned off in the browser, or the host went away meanwhile: the page works without.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    }
  }, AFTER);
}

function Notices(): ReactElement {
  const { state, dispatch, unsaved, drafts } = usePage();
  const { source, unreadable } = state;
  const [isCopyNoted, setCopyNoted] = useState(false);
  return (
    <div className="notices">
      {unreadable && (
        <Notice
          icon="error"
          part="unreadable-link"
          isError
          actions={
            <>
              <CopyButton label="Copy the raw link" text={() => unreadable.raw} />
              <Button small onClick={() => dispatch({ type: 'dismiss-link' })}>
                Dismiss
              </Button>
            </>
          }
        >
          <strong>The link could not be read.</strong> {unreadable.message} <code>{unreadable.code}</code> What was on
          screen before is untouched.
        </Notice>
      )}
      {source.kind === 'shared' && (
        <Notice
          icon="share"
          part="shared-document"
          actions={
            <>
              <Button small onClick={() => dispatch({ type: 'keep-shared' })}>
                Keep as my draft
              </Button>
              <Button small onClick={() => dispatch({ type: 'back-to-draft' })}>
                Back to my draft
              </Button>
            </>
          }
        >
          <strong>Shared document.</strong> You are viewing a shared link; your draft is safe.
        </Notice>
      )}
      {drafts.copied && !isCopyNoted && source.kind === 'draft' && (
        <Notice
          icon="copy"
          part="copied-draft"
          actions={
            <Button small onClick={() => setCopyNoted(true)}>
              Got it
            </Button>
          }
        >
          <strong>A copy of your draft.</strong> Another tab has it open; each tab keeps its own from here on.
        </Notice>
      )}
      {unsaved && (
        <Notice icon="warning">
          <strong>The browser does not store this draft</strong> (storage is off or full). It is gone when the page
          closes: share or copy it first.
        </Notice>
      )}
    </div>
  );
}

const LABELS: Readonly<Record<Tab, string>> = {
  output: 'Output',
  safety: 'Safety',
  try: 'Try it',
  diff: 'Diff',
};

const TAB_LIST = TABS.map((id) => ({ id, label: LABELS[id] }));

/** Each panel is a file of its own, so that the first load carries only what is seen first. */
const PANELS: Readonly<Record<Tab, ComponentType<PanelProps>>> = {
  output: lazy(async () => ({ default: (await import('../features/output/Output.tsx')).Output })),
  safety: lazy(async () => ({ default: (await import('../features/safety/Safety.tsx')).Safety })),
  try: lazy(async () => ({ default: (await import('../features/try/Try.tsx')).Try })),
  diff: lazy(async () => ({ default: (await import('../features/diff/Diff.tsx')).Diff })),
};

/** The panels. One that was opened stays mounted, so that changing tabs loses nothing. */
function ResultPane(): ReactElement {
  const { copy, document: shown, compilation, companion, dispatch, page } = usePage();
  const panel = { copy, document: shown, compilation, companion, dispatch, page };
  const { tab } = copy;
  const [visited, setVisited] = useState<readonly Tab[]>([tab]);
  useEffect(() => setVisited((before) => (before.includes(tab) ? before : [...before, tab])), [tab]);
  // The browser lets go of the focus in what is hidden; whoever goes by keyboard would begin the page anew.
  useLayoutEffect(() => {
    if (document.activeElement?.closest('[role=tabpanel][hidden]')) document.getElementById(`tab-${tab}`)?.focus();
  }, [tab]);
  return (
    <section className="pane" aria-label="Result" data-pane="result" tabIndex={-1}>
      <Tabs
        label="Result"
        tabs={TAB_LIST}
        active={tab}
        onChoose={(next) => dispatch({ type: 'choose-tab', tab: next })}
      />
      {TABS.map((id) => (
        <div
          key={id}
          className="tab-panel"
          role="tabpanel"
          id={panelIdOf(id)}
          aria-labelledby={`tab-${id}`}
          hidden={tab !== id}
        >
          {(visited.includes(id) || id === tab) && <Loaded id={id} {...panel} active={id === tab} />}
        </div>
      ))}
    </section>
  );
}

function Loaded({ id, ...panel }: PanelProps & { readonly id: Tab }): ReactElement {
  const Panel = PANELS[id];
  return (
    <PanelBoundary name={LABELS[id]}>
      <Suspense fallback={<p className="pane-note quiet">Opening {LABELS[id]} …</p>}>
        <AboutContext value={panel.compilation.result?.source.document}>
          <Panel {...panel} />
        </AboutContext>
      </Suspense>
    </PanelBoundary>
  );
}
