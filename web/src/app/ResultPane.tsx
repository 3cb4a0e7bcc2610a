import type { ReactElement } from 'react';
import type { Companion } from '../companion/companion.ts';
import { panelIdOf, Tabs } from '../components/Tabs.tsx';
import { Calls } from '../panels/calls/Calls.tsx';
import { Output } from '../panels/Output.tsx';
import type { Compilation } from '../state/compilation.ts';
import type { Tab, WorkingCopy } from '../state/playground.ts';

const TABS = [
  { id: 'output', label: 'Output' },
  { id: 'calls', label: 'Calls' },
] as const;

interface ResultPaneProps {
  readonly copy: WorkingCopy;
  readonly compilation: Compilation;
  readonly companion: Companion;
  readonly onTab: (tab: Tab) => void;
  readonly onSample: () => void;
  readonly onCompanion: () => void;
}

/** What the world makes of the document. Both panels stay alive, so that changing tabs loses nothing. */
export function ResultPane({
  copy,
  compilation,
  companion,
  onTab,
  onSample,
  onCompanion,
}: ResultPaneProps): ReactElement {
  return (
    <section className="pane" aria-label="Result" data-pane="result" tabIndex={-1}>
      <Tabs label="Result" tabs={TABS} active={copy.tab} onChoose={onTab} />
      <div
        className="tab-panel"
        role="tabpanel"
        id={panelIdOf('output')}
        aria-labelledby="tab-output"
        hidden={copy.tab !== 'output'}
      >
        <Output compilation={compilation} name={copy.name} onSample={onSample} />
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={panelIdOf('calls')}
        aria-labelledby="tab-calls"
        hidden={copy.tab !== 'calls'}
      >
        <Calls
          tool={compilation.result?.tool}
          provider={copy.provider}
          companion={companion}
          onCompanion={onCompanion}
        />
      </div>
    </section>
  );
}
