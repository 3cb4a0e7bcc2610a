import { type ReactElement, useState } from 'react';
import type { DiscoveryControl } from './companion/use-discovery.ts';
import type { Companion } from '../companion/companion.ts';
import { Dialog } from '../components/Dialog.tsx';
import type { CompanionState } from '../state/companion.ts';
import { withFound, withSkipped } from '../state/tool-list.ts';
import { CompanionAdvice } from './companion/CompanionAdvice.tsx';
import { DiscoverBar } from './companion/DiscoverBar.tsx';
import { Skipped } from './companion/Skipped.tsx';
import { ToolFinder } from './companion/ToolFinder.tsx';

interface CompanionPanelProps {
  readonly companion: Companion;
  readonly control: DiscoveryControl;
  readonly onOpenTool: (name: string) => void;
  readonly onClose: () => void;
}

/** What the companion on this machine offers, or how to get there. */
export function CompanionPanel({ companion, control, onOpenTool, onClose }: CompanionPanelProps): ReactElement {
  const { state, refresh } = companion;
  const lookAgain = (): void => void refresh();
  if (state.kind === 'connected') {
    return <Connected list={state.list} {...{ control, onOpenTool, onClose }} onLookAgain={lookAgain} />;
  }
  return (
    <Dialog title="Companion" part="companion" size="drawer" onClose={onClose}>
      <CompanionAdvice state={state} />
      {/* At the public host there is nothing to be found, however often. */}
      {!companion.isHosted && (
        <div className="dialog-actions">
          <button type="button" className="button" onClick={lookAgain}>
            Look again
          </button>
        </div>
      )}
    </Dialog>
  );
}

interface ConnectedProps extends Omit<CompanionPanelProps, 'companion'> {
  readonly list: Extract<CompanionState, { readonly kind: 'connected' }>['list'];
  readonly onLookAgain: () => void;
}

function Connected({ list, control, onOpenTool, onLookAgain, onClose }: ConnectedProps): ReactElement {
  // Here, so that it outlives an empty list.
  const [query, setQuery] = useState('');
  const { discovery } = control;
  const tools = withFound(list.tools, discovery?.found ?? []);
  const skipped = withSkipped(list.skipped, discovery?.skipped ?? []);
  return (
    <Dialog title="Companion" part="companion" size="drawer" onClose={onClose}>
      <DiscoverBar control={control} isFirst={tools.length === 0} onLookAgain={onLookAgain} />
      <ToolFinder
        tools={tools}
        searched={discovery?.phase === 'done'}
        query={query}
        onQuery={setQuery}
        onOpenTool={onOpenTool}
      />
      <Skipped skipped={skipped} />
    </Dialog>
  );
}
