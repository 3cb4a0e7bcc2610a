/** Outline, document and result side by side; only one of them on a narrow screen. */
import {
  type ComponentType,
  type CSSProperties,
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { Button } from '../components/controls.tsx';
import { PanelBoundary } from '../components/content.tsx';
import { Splitter, useWidth } from '../components/Splitter.tsx';
import { Tabs, panelIdOf } from '../components/Tabs.tsx';
import { TABS, type Tab } from '../document/working-copy.ts';
import { EditorPane } from '../editor/EditorPane.tsx';
import { Problems } from '../editor/Problems.tsx';
import { usePage, type EditorRef, type PanelProps, type Side } from '../page/page-context.ts';
import { Start } from '../start/Start.tsx';
import { aboutOf } from '../document/compilation.ts';
import { AboutContext } from '../worker/use-answer.ts';
import { ResultState } from './Notices.tsx';

const Outline = lazy(async () => ({ default: (await import('../outline/Outline.tsx')).Outline }));

const LABELS: Readonly<Record<Tab, string>> = { output: 'Output', safety: 'Safety', try: 'Try it', diff: 'Diff' };
const TAB_LIST = TABS.map((id) => ({ id, label: LABELS[id] }));

/** Each panel is a file of its own, so that the first load has only the first view. */
const PANELS: Readonly<Record<Tab, ComponentType<PanelProps>>> = {
  output: lazy(async () => ({ default: (await import('../output/Output.tsx')).Output })),
  safety: lazy(async () => ({ default: (await import('../safety/Safety.tsx')).Safety })),
  try: lazy(async () => ({ default: (await import('../try/Try.tsx')).Try })),
  diff: lazy(async () => ({ default: (await import('../diff/Diff.tsx')).Diff })),
};

/** The start panel while there is no document; a document that a person empties to retype it stays an editor. */
export function Workspace({ editor }: { readonly editor: EditorRef }): ReactElement {
  const { document } = usePage();
  const isBlank = document.text.trim() === '';
  // The last document that was no blank one. Undo takes an opened document back, and the next one then has its id.
  const [used, setUsed] = useState<string>();
  useEffect(
    () => setUsed((before) => (isBlank && before !== document.id ? undefined : document.id)),
    [isBlank, document.id],
  );
  if (!isBlank || used === document.id) return <Sides editor={editor} />;
  return (
    <main className="workspace start-screen" data-pane="start" tabIndex={-1}>
      <PanelBoundary name="The start panel">
        <Start />
      </PanelBoundary>
    </main>
  );
}

/** Tabs beside which the editor is open by default; Safety and Try it need the width. */
const BESIDE: Readonly<Record<Tab, boolean>> = { output: true, safety: false, try: false, diff: false };

function Sides({ editor }: { readonly editor: EditorRef }): ReactElement {
  const page = usePage();
  const { side, copy } = page;
  const { local } = page.page;
  const [isOutlineOpen, setOutlineOpen] = useState(() => local.getItem(OUTLINE_KEY) !== 'closed');
  const [beside, setBeside] = useState(BESIDE);
  const hasEditor = beside[copy.tab];
  useEffect(() => void local.setItem(OUTLINE_KEY, isOutlineOpen ? 'open' : 'closed'), [local, isOutlineOpen]);
  // A command that asks for a place of the document needs the document visible.
  useEffect(
    () => page.page.onReveal(() => setBeside((before) => ({ ...before, [copy.tab]: true }))),
    [page.page, copy.tab],
  );
  const outline = useWidth(local, 'atip.outline-width.v1', 16);
  const beforeResult = useWidth(local, 'atip.document-width.v1', 30);
  return (
    <main
      className="workspace"
      data-side={side}
      data-outline={isOutlineOpen ? 'open' : 'away'}
      data-document={hasEditor ? 'open' : 'away'}
      data-stale={page.compilation.stale}
    >
      <div className="columns" style={before(outline)}>
        <section className="pane outline-rail" aria-label="Outline" data-pane="outline" tabIndex={-1}>
          <Loaded name="Outline" panel={Outline} active />
        </section>
        <Splitter label="Width of the outline" least={10} most={40} width={outline} />
        <div className="main-column">
          <TabRow
            isOutlineOpen={isOutlineOpen}
            onOutline={() => setOutlineOpen(!isOutlineOpen)}
            hasEditor={hasEditor}
            onEditor={() => setBeside({ ...beside, [copy.tab]: !hasEditor })}
          />
          <ResultState />
          <div className="sides" style={before(beforeResult)}>
            <div className="document-column">
              <EditorPane ref={editor} />
              <Problems />
            </div>
            <Splitter label="Width of the document" least={15} most={60} width={beforeResult} />
            <ResultPane />
          </div>
        </div>
      </div>
      <BottomBar />
    </main>
  );
}

function before({ percent }: ReturnType<typeof useWidth>): CSSProperties & { readonly '--before': string } {
  return { '--before': `${percent}vw` };
}

const OUTLINE_KEY = 'atip.outline.v1';

interface TabRowProps {
  readonly isOutlineOpen: boolean;
  readonly onOutline: () => void;
  readonly hasEditor: boolean;
  readonly onEditor: () => void;
}

function TabRow({ isOutlineOpen, onOutline, hasEditor, onEditor }: TabRowProps): ReactElement {
  const { copy, dispatch } = usePage();
  return (
    <div className="tab-row">
      <Button
        look="plain"
        icon="outline"
        aria-label="Outline"
        aria-pressed={isOutlineOpen}
        title={isOutlineOpen ? 'Hide the outline' : 'Show the outline'}
        onClick={onOutline}
      />
      <Tabs
        label="Result"
        tabs={TAB_LIST}
        active={copy.tab}
        onChoose={(tab) => dispatch({ type: 'choose-tab', tab })}
      />
      <Button
        look="plain"
        className="beside-button"
        aria-pressed={hasEditor}
        title={hasEditor ? 'Hide the document' : 'Show the document beside the result'}
        onClick={onEditor}
      >
        Document
      </Button>
    </div>
  );
}

/** The panels. An opened one stays mounted, so that changing tabs loses nothing. */
function ResultPane(): ReactElement {
  const { tab } = usePage().copy;
  const [visited, setVisited] = useState<readonly Tab[]>([tab]);
  useEffect(() => setVisited((before) => (before.includes(tab) ? before : [...before, tab])), [tab]);
  // The browser drops the focus when its element is hidden; a keyboard user would start again at the top.
  useLayoutEffect(() => {
    if (document.activeElement?.closest('[role=tabpanel][hidden]')) document.getElementById(`tab-${tab}`)?.focus();
  }, [tab]);
  return (
    <section className="pane" aria-label="Result" data-pane="result" tabIndex={-1}>
      {TABS.map((id) => (
        <div
          key={id}
          className="tab-panel"
          role="tabpanel"
          id={panelIdOf(id)}
          aria-labelledby={`tab-${id}`}
          hidden={tab !== id}
        >
          {(visited.includes(id) || id === tab) && <Loaded name={LABELS[id]} panel={PANELS[id]} active={id === tab} />}
        </div>
      ))}
    </section>
  );
}

interface LoadedProps {
  readonly name: string;
  readonly panel: ComponentType<PanelProps>;
  readonly active: boolean;
}

function Loaded({ name, panel: Panel, active }: LoadedProps): ReactElement {
  const page = usePage();
  return (
    <PanelBoundary name={name}>
      <Suspense fallback={<p className="pane-note quiet">Opening {name} …</p>}>
        <AboutContext value={aboutOf(page.compilation)}>
          <Panel {...page} active={active} />
        </AboutContext>
      </Suspense>
    </PanelBoundary>
  );
}

const SIDES: Readonly<Record<Side, string>> = { outline: 'Outline', document: 'Document', result: 'Result' };

/** Chooses the visible side on a narrow screen; hidden on a wide one. */
function BottomBar(): ReactElement {
  const { side, setSide } = usePage();
  return (
    <nav className="bottom-bar" aria-label="Panes">
      {(['outline', 'document', 'result'] as const).map((one) => (
        <button key={one} type="button" className="bare tab" aria-pressed={side === one} onClick={() => setSide(one)}>
          {SIDES[one]}
        </button>
      ))}
    </nav>
  );
}
