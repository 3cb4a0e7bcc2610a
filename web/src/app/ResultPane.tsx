import { type ComponentType, type ReactElement, Suspense, lazy, useEffect, useLayoutEffect, useState } from 'react';
import { PanelBoundary } from '../components/PanelBoundary.tsx';
import { Tabs, panelIdOf } from '../components/Tabs.tsx';
import { usePage, type PanelProps } from '../panels/page-context.ts';
import { AboutContext } from '../panels/use-answer.ts';
import { TABS, type Tab } from '../document/working-copy.ts';

const LABELS: Readonly<Record<Tab, string>> = {
  output: 'Output',
  commands: 'Commands',
  safety: 'Safety',
  calls: 'Calls',
  filter: 'Filter',
  compare: 'Compare',
};

const TAB_LIST = TABS.map((id) => ({ id, label: LABELS[id] }));

/** Each panel is a file of its own, so that the first load carries only what is seen first. */
const PANELS: Readonly<Record<Tab, ComponentType<PanelProps>>> = {
  output: lazy(async () => ({ default: (await import('../panels/output/Output.tsx')).Output })),
  commands: lazy(async () => ({ default: (await import('../panels/commands/Commands.tsx')).Commands })),
  safety: lazy(async () => ({ default: (await import('../panels/safety/Safety.tsx')).Safety })),
  calls: lazy(async () => ({ default: (await import('../panels/calls/Calls.tsx')).Calls })),
  filter: lazy(async () => ({ default: (await import('../panels/filter/Filter.tsx')).Filter })),
  compare: lazy(async () => ({ default: (await import('../panels/compare/Compare.tsx')).Compare })),
};

/** The panels. One that was opened stays mounted, so that changing tabs loses nothing. */
export function ResultPane(): ReactElement {
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
