import type { ToolSummary } from '@atip/companion';
import { type MouseEvent, type ReactElement, useMemo, useState } from 'react';
import { FilterField } from '../../components/FilterField.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../state/health.ts';
import { arrangeTools, type ToolOrder } from '../../state/tool-list.ts';
import { ToolTable } from './ToolTable.tsx';

interface ToolFinderProps {
  readonly tools: readonly ToolSummary[];
  /** Whether a discovery came to its end: then discovering is no advice any more. */
  readonly searched: boolean;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onOpenTool: (name: string) => void;
}

/** The tools, as many as match what was typed, in the order that was chosen. */
export function ToolFinder({ tools, searched, query, onQuery, onOpenTool }: ToolFinderProps): ReactElement {
  const [order, setOrder] = useState<ToolOrder>({ by: 'name', descending: false });
  const shown = useMemo(() => arrangeTools(tools, query, order), [tools, query, order]);
  const showAll = (event: MouseEvent<HTMLElement>): void => {
    // The button goes away, and the focus must not go with it.
    event.currentTarget.closest('dialog')?.querySelector<HTMLElement>('input[type=search]')?.focus();
    onQuery('');
  };
  if (tools.length === 0) {
    return (
      <div className="tools-frame tools-none">
        <p>
          <strong>Connected, but no tools yet.</strong>{' '}
          {searched
            ? 'None of the programs on the PATH is known or describes itself.'
            : '“Discover tools” finds those that are installed.'}
        </p>
        <p className="quiet">
          A document of your own goes into <code>~/.local/share/agent-tools/shims</code>.
        </p>
      </div>
    );
  }
  return (
    <>
      <div className="row">
        <FilterField label="Filter tools" placeholder="Filter by any word" value={query} onChange={onQuery} isFirst />
        <p className="tools-count quiet" role="status">
          {shown.length === tools.length
            ? countOf(tools.length, 'tool')
            : `${shown.length.toLocaleString('en')} of ${countOf(tools.length, 'tool')}`}
        </p>
      </div>
      <ScrollRegion className="tools-frame" label="Tools">
        {shown.length === 0 ? (
          <p className="pane-note">
            No tool matches “{query.trim()}”.{' '}
            <button type="button" className="button button-link" onClick={showAll}>
              Show all {tools.length.toLocaleString('en')}
            </button>
          </p>
        ) : (
          <ToolTable tools={shown} order={order} onOrder={setOrder} onOpenTool={onOpenTool} />
        )}
      </ScrollRegion>
    </>
  );
}
