import { Table } from '../../components/Table.tsx';
import { Button } from '../../components/Button.tsx';
import type { ToolSummary, SkippedTool, ToolOrigin } from '@atip/companion';
import { type MouseEvent, type ReactElement, useMemo } from 'react';
import { FilterField } from '../../components/FilterField.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../text/words.ts';

interface ToolFinderProps {
  readonly tools: readonly ToolSummary[];
  /** A discovery came to its end: then discovering is no advice any more. */
  readonly searched: boolean;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onOpenTool: (name: string) => void;
}

export function ToolFinder({ tools, searched, query, onQuery, onOpenTool }: ToolFinderProps): ReactElement {
  const shown = useMemo(() => findTools(tools, query), [tools, query]);
  const showAll = (event: MouseEvent<HTMLElement>): void => {
    // The button goes away, and the focus must not go with it.
    event.currentTarget.closest('dialog')?.querySelector<HTMLElement>('input[type=search]')?.focus();
    onQuery('');
  };
  if (tools.length === 0) {
    return (
      <div className="scroller section stack">
        <p>
          <strong>Connected, but no tools yet.</strong>{' '}
          {searched
            ? 'No program on your PATH is known or describes itself.'
            : '“Discover tools” finds the programs that you have.'}
        </p>
        <p className="quiet">
          Put documents of your own into <code>~/.local/share/agent-tools/shims</code>.
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
      <ScrollRegion className="scroller section" label="Tools">
        {shown.length === 0 ? (
          <p className="pane-note">
            No tool matches “{query.trim()}”.{' '}
            <Button look="link" onClick={showAll}>
              Show all {tools.length.toLocaleString('en')}
            </Button>
          </p>
        ) : (
          <ToolTable tools={shown} onOpenTool={onOpenTool} />
        )}
      </ScrollRegion>
    </>
  );
}

type ToolTableProps = Pick<ToolFinderProps, 'tools' | 'onOpenTool'>;

function ToolTable({ tools, onOpenTool }: ToolTableProps): ReactElement {
  return (
    <Table
      className="tools"
      caption="Tools the companion knows"
      columns={[
        'Tool',
        'Commands',
        'Described by',
        <span key="action" className="visually-hidden">
          Action
        </span>,
      ]}
    >
      {tools.map((tool) => (
        <ToolRow key={tool.name} tool={tool} onOpenTool={onOpenTool} />
      ))}
    </Table>
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
        <strong>{name}</strong> <span className="quiet">{version}</span>{' '}
        {executable === null && <span className="bad">not installed</span>}
        <span className="quiet small">{description}</span>
      </th>
      <td>{commands.toLocaleString('en')}</td>
      <td title={meaning}>
        {word} <span className="quiet">{trust}</span>
      </td>
      <td>
        <Button small aria-label={`Open ${name} as document`} onClick={() => onOpenTool(name)}>
          Open
        </Button>
      </td>
    </tr>
  );
}

interface OriginWord {
  readonly word: string;
  readonly meaning: string;
}

const FOLDER: OriginWord = { word: 'your folder', meaning: 'A document in one of your folders describes it.' };
type FixedOrigin = Exclude<ToolOrigin, `registry:${string}`>;

const ORIGINS: Readonly<Record<FixedOrigin, OriginWord>> = {
  probed: { word: 'the program', meaning: 'The program described itself when it was asked.' },
  tools: FOLDER,
  shims: FOLDER,
  bundled: {
    word: 'workbench',
    meaning: 'The workbench describes it. Your version may differ.',
  },
};

/** Where a tool's metadata comes from; a newer companion's word is passed on as it is. */
export function originWord(origin: ToolOrigin): OriginWord {
  if (isFixed(origin)) return ORIGINS[origin];
  const host = /^registry:(.+)$/.exec(origin)?.[1];
  if (host === undefined) return { word: origin, meaning: '' };
  const meaning = `Only the registry of ${host} describes it. The policy does not rely on what it says about safety.`;
  return { word: `by ${host}`, meaning };
}

function isFixed(origin: ToolOrigin): origin is FixedOrigin {
  return Object.hasOwn(ORIGINS, origin);
}

/** The list with what was found since it was read; the later entry of a name is the one that counts. */
export function withFound(tools: readonly ToolSummary[], found: readonly ToolSummary[]): readonly ToolSummary[] {
  if (found.length === 0) return tools;
  return [...new Map([...tools, ...found].map((tool) => [tool.name, tool])).values()];
}

export function withSkipped(listed: readonly SkippedTool[], skipped: readonly SkippedTool[]): readonly SkippedTool[] {
  const keyed = [...listed, ...skipped].map((one) => [`${one.source}\n${one.code}`, one] as const);
  return [...new Map(keyed).values()];
}

/** The tools that have every word of `query` in name, description, origin or trust: the best fitting name first. */
export function findTools(tools: readonly ToolSummary[], query: string): readonly ToolSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = tools.filter(({ name, description, origin, trust }) => {
    const text = `${name}\n${description}\n${originWord(origin).word}\n${trust}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  // Who looks for "git" wants git before what only mentions it.
  const rank = ({ name }: ToolSummary): number => (words.length > 0 ? matchRank(name, query) : 0);
  return matches.sort((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name));
}

/** As a person expects it: letter case does not part names, and 9 comes before 10. */
const { compare: compareNames } = new Intl.Collator('en', { numeric: true });

/** How well a name fits what was typed, letter case aside: 0 equal, 1 begins so, 2 has it inside, 3 not at all. */
function matchRank(name: string, query: string): 0 | 1 | 2 | 3 {
  const [text, wanted] = [name.toLowerCase(), query.trim().toLowerCase()];
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  return text.includes(wanted) ? 2 : 3;
}
