import type { ToolSummary } from '@atip/companion';
import { type MouseEvent, type ReactElement, useMemo } from 'react';
import { FilterField } from '../../components/FilterField.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../text/words.ts';
import { findTools, originWord } from './tool-list.ts';

interface ToolFinderProps {
  readonly tools: readonly ToolSummary[];
  /** Whether a discovery came to its end: then discovering is no advice any more. */
  readonly searched: boolean;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onOpenTool: (name: string) => void;
}

/** The tools, as many as match what was typed. */
export function ToolFinder({ tools, searched, query, onQuery, onOpenTool }: ToolFinderProps): ReactElement {
  const shown = useMemo(() => findTools(tools, query), [tools, query]);
  const showAll = (event: MouseEvent<HTMLElement>): void => {
    // The button goes away, and the focus must not go with it.
    event.currentTarget.closest('dialog')?.querySelector<HTMLElement>('input[type=search]')?.focus();
    onQuery('');
  };
  if (tools.length === 0) {
    return (
      <div className="tools-frame stack">
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
          <ToolTable tools={shown} onOpenTool={onOpenTool} />
        )}
      </ScrollRegion>
    </>
  );
}

type ToolTableProps = Pick<ToolFinderProps, 'tools' | 'onOpenTool'>;

/** One row per tool; its description stands below its name. */
function ToolTable({ tools, onOpenTool }: ToolTableProps): ReactElement {
  return (
    <table className="table tools">
      <caption className="visually-hidden">Tools the companion knows</caption>
      <thead>
        <tr>
          <th scope="col">Tool</th>
          <th scope="col" className="tools-commands">
            Commands
          </th>
          <th scope="col" className="tools-origin">
            Origin
          </th>
          <th scope="col" className="tools-action">
            <span className="visually-hidden">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} onOpenTool={onOpenTool} />
        ))}
      </tbody>
    </table>
  );
}

interface ToolRowProps extends Pick<ToolTableProps, 'onOpenTool'> {
  readonly tool: ToolSummary;
}

function ToolRow({ tool, onOpenTool }: ToolRowProps): ReactElement {
  const { name, version, description, commands, origin, trust, executable } = tool;
  const { word, meaning } = originWord(origin);
  return (
    <tr>
      <th scope="row" title={executable ?? undefined}>
        <strong>{name}</strong> <span className="quiet">{version}</span>
        {executable === null && <span className="tools-absent">not installed</span>}
        <span className="quiet tools-description">{description}</span>
      </th>
      <td className="tools-commands">{commands.toLocaleString('en')}</td>
      <td title={meaning}>
        {word} <span className="quiet">{trust}</span>
      </td>
      <td className="tools-action">
        <button
          type="button"
          className="button button-small"
          aria-label={`Open ${name} as document`}
          onClick={() => onOpenTool(name)}
        >
          Open
        </button>
      </td>
    </tr>
  );
}
