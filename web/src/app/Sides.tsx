/** Outline, document and result side by side; one of them on a narrow screen. */
import { Tabs } from '@base-ui/react/tabs';
import { type ComponentType, lazy, type ReactElement, useEffect, useLayoutEffect, useState } from 'react';
import { staleLine } from '../document/compilation.ts';
import { TABS, type Tab } from '../document/working-copy.ts';
import { DocumentPane } from '../editor/DocumentPane.tsx';
import { type EditorRef, type PanelProps, type Side, usePage } from '../page/page-context.ts';
import { Button } from '../parts/controls.tsx';
import { Loaded } from './Loaded.tsx';
import { Splitter } from './Splitter.tsx';

const Outline = lazy(async () => ({ default: (await import('../outline/Outline.tsx')).Outline }));

/** Each panel is a file of its own, so that the first load has only the first view. */
const PANELS: Readonly<Record<Tab, { readonly label: string; readonly panel: ComponentType<PanelProps> }>> = {
  output: { label: 'Output', panel: lazy(async () => ({ default: (await import('../output/Output.tsx')).Output })) },
  safety: { label: 'Safety', panel: lazy(async () => ({ default: (await import('../safety/Safety.tsx')).Safety })) },
  try: { label: 'Try it', panel: lazy(async () => ({ default: (await import('../try/Try.tsx')).Try })) },
};

/** Tabs beside which the document is open at first; Safety and Try it need the width. */
const BESIDE: Readonly<Record<Tab, boolean>> = { output: true, safety: false, try: false };

export function Sides({ editor }: { readonly editor: EditorRef }): ReactElement {
  const { side, copy, page, compilation } = usePage();
  const { local } = page;
  const [outline, setOutline] = useState(() => local.getItem(OUTLINE_KEY));
  const [beside, setBeside] = useState(BESIDE);
  const commands = compilation.result?.output.commands.total ?? 0;
  // A rail of one row says nothing.
  const hasOutline = outline === null ? commands > 1 : outline === 'open';
  const hasDocument = beside[copy.tab];
  const showDocument = (shown: boolean): void => setBeside((before) => ({ ...before, [copy.tab]: shown }));
  // A command that asks for a place of the document needs the document visible.
  useEffect(() => page.onReveal(() => setBeside((before) => ({ ...before, [copy.tab]: true }))), [page, copy.tab]);
  const outlineButton = (
    <Button
      look="plain"
      icon="outline"
      className="wide-only"
      aria-label="Outline"
      aria-pressed={hasOutline}
      title={hasOutline ? 'Hide the outline' : 'Show the outline'}
      onClick={() => {
        setOutline(hasOutline ? 'closed' : 'open');
        local.setItem(OUTLINE_KEY, hasOutline ? 'closed' : 'open');
      }}
    />
  );
  return (
    <main
      className="panel workspace"
      data-side={side}
      data-outline={hasOutline ? 'open' : 'away'}
      data-document={hasDocument ? 'open' : 'away'}
      data-stale={compilation.stale}
    >
      <div className="columns">
        <section className="panel outline-rail" aria-label="Outline" data-pane="outline" tabIndex={-1}>
          <Loaded label="Outline" panel={Outline} active />
        </section>
        <Splitter name="outline" usual={16} least={10} most={40} />
        <DocumentPane editor={editor} before={outlineButton} onClose={() => showDocument(false)} />
        <Splitter name="document" usual={36} least={15} most={60} />
        <ResultPane
          before={
            !hasDocument && (
              <>
                {outlineButton}
                <Button look="soft" small className="wide-only" onClick={() => showDocument(true)}>
                  Show document
                </Button>
              </>
            )
          }
        />
      </div>
      <PaneBar />
    </main>
  );
}

const OUTLINE_KEY = 'atip.outline.v1';

/** The tabs over what they switch. An opened panel stays mounted, so that changing tabs loses nothing. */
function ResultPane({ before }: { readonly before: ReactElement | false }): ReactElement {
  const { copy, dispatch, compilation, setHeadSlot } = usePage();
  const { tab } = copy;
  const [visited, setVisited] = useState<readonly Tab[]>([tab]);
  useEffect(() => setVisited((all) => (all.includes(tab) ? all : [...all, tab])), [tab]);
  // The browser drops the focus when its element is hidden; a keyboard user would start again at the top.
  useLayoutEffect(() => {
    if (document.activeElement?.closest('[role=tabpanel][hidden]')) document.getElementById(`tab-${tab}`)?.focus();
  }, [tab]);
  const stale = staleLine(compilation);
  return (
    <Tabs.Root
      className="panel result-pane"
      value={tab}
      onValueChange={(value: Tab) => dispatch({ type: 'set', key: 'tab', value })}
      render={<section aria-label="Result" data-pane="result" tabIndex={-1} />}
    >
      <div className="head result-head">
        {before}
        <Tabs.List className="tabs" aria-label="Result" activateOnFocus>
          {TABS.map((id) => (
            <Tabs.Tab key={id} id={`tab-${id}`} value={id} className="tab">
              {PANELS[id].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className="row grow head-slot" ref={setHeadSlot} />
      </div>
      <p role="status" className={stale === undefined ? undefined : 'pane-note washed tone-warning'}>
        {stale}
      </p>
      {TABS.map((id) => (
        // The Tab key goes to what is in it.
        <Tabs.Panel key={id} value={id} keepMounted className="panel" hidden={tab !== id} tabIndex={-1}>
          {(visited.includes(id) || id === tab) && <Loaded {...PANELS[id]} active={id === tab} />}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

/** Chooses what a narrow screen shows: one bar for sides and tabs. Hidden on a wide one. */
function PaneBar(): ReactElement {
  const { side, setSide, copy, dispatch } = usePage();
  const button = (label: string, isShown: boolean, target: Side, tab?: Tab): ReactElement => (
    <button
      key={label}
      type="button"
      className="tab"
      aria-pressed={isShown}
      onClick={() => {
        setSide(target);
        if (tab !== undefined) dispatch({ type: 'set', key: 'tab', value: tab });
      }}
    >
      {label}
    </button>
  );
  return (
    <nav className="pane-bar" aria-label="Panes">
      {button('Outline', side === 'outline', 'outline')}
      {button('Document', side === 'document', 'document')}
      {TABS.map((tab) => button(PANELS[tab].label, side === 'result' && copy.tab === tab, 'result', tab))}
    </nav>
  );
}
