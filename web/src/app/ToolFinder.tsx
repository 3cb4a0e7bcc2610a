import type { SkippedTool, ToolOrigin, ToolSummary } from '@atip/companion';
import type { MouseEvent, ReactElement } from 'react';
import { Button, FilterField } from '../components/controls.tsx';
import { ScrollRegion } from '../components/content.tsx';
import { countOf } from '../text/words.ts';

interface ToolFinderProps {
  readonly tools: readonly ToolSummary[];
  /** A discovery has ended, so discovering is no advice any more. */
  readonly searched: boolean;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onOpenTool: (name: string) => void;
}

export function ToolFinder({ tools, searched, query, onQuery, onOpenTool }: ToolFinderProps): ReactElement {
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
  const shown = findTools(tools, query);
  const count = countOf(tools.length, 'tool');
  const showAll = (event: MouseEvent<HTMLElement>): void => {
    // The button goes away, and the focus must not go with it.
    event.currentTarget.closest('dialog')?.querySelector<HTMLElement>('input[type=search]')?.focus();
    onQuery('');
  };
  return (
    <>
      <div className="row">
        <FilterField label="Filter tools" placeholder="Filter by any word" value={query} onChange={onQuery} isFirst />
        <p className="tools-count quiet" role="status">
          {shown.length === tools.length ? count : `${shown.length.toLocaleString('en')} of ${count}`}
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
          <ul aria-label="Tools the companion knows">
            {shown.map((tool) => (
              <ToolRow key={tool.name} tool={tool} onOpenTool={onOpenTool} />
            ))}
          </ul>
        )}
      </ScrollRegion>
    </>
  );
}

interface ToolRowProps extends Pick<ToolFinderProps, 'onOpenTool'> {
  readonly tool: ToolSummary;
}

function ToolRow({ tool, onOpenTool }: ToolRowProps): ReactElement {
  const { name, version, description, commands, origin, trust, executable, signature } = tool;
  const { word, meaning } = originWord(origin);
  return (
    <li className="row tool">
      <div className="grow" title={executable ?? undefined}>
        <strong>{name}</strong> <span className="quiet">{version}</span>{' '}
        {executable === null && <span className="bad">not installed</span>}
        <p>{description}</p>
        <p className="quiet small" title={meaning}>
          {countOf(commands, 'command')} · {word}, {trust}
        </p>
        {signature !== undefined && (
          <p className={signature.verified ? 'quiet small' : 'small bad'}>
            {signature.verified ? 'verified: ' : ''}
            {signature.words}
          </p>
        )}
      </div>
      <Button small aria-label={`Open ${name} as document`} onClick={() => onOpenTool(name)}>
        Open
      </Button>
    </li>
  );
}

/** Origin of a tool's document; the word of a newer companion is passed on unchanged. */
export function originWord(origin: ToolOrigin): { readonly word: string; readonly meaning: string } {
  switch (origin) {
    case 'probed':
      return { word: 'the program', meaning: 'The program described itself when it was asked.' };
    case 'tools':
    case 'shims':
      return { word: 'your folder', meaning: 'A document in one of your folders describes it.' };
    case 'bundled':
      return { word: 'workbench', meaning: 'The workbench describes it. Your version may differ.' };
  }
  return { word: origin, meaning: '' };
}

/** The list with tools found since it was read; the later entry of a name wins. */
export function withFound(tools: readonly ToolSummary[], found: readonly ToolSummary[]): readonly ToolSummary[] {
  return [...new Map([...tools, ...found].map((tool) => [tool.name, tool])).values()];
}

export function withSkipped(listed: readonly SkippedTool[], skipped: readonly SkippedTool[]): readonly SkippedTool[] {
  return [...new Map([...listed, ...skipped].map((one) => [`${one.source}\n${one.code}`, one])).values()];
}

/** The tools that have every word of `query` in name, description, origin or trust, the best fitting name first. */
export function findTools(tools: readonly ToolSummary[], query: string): readonly ToolSummary[] {
  const wanted = query.trim().toLowerCase();
  const matches = tools.filter(({ name, description, origin, trust }) => {
    const text = `${name}\n${description}\n${originWord(origin).word}\n${trust}`.toLowerCase();
    return wanted.split(/\s+/).every((word) => text.includes(word));
  });
  // A search for "git" should list git before tools that only mention it.
  const rank = ({ name }: ToolSummary): number => {
    const text = name.toLowerCase();
    return [text === wanted, text.startsWith(wanted), text.includes(wanted), true].indexOf(true);
  };
  return matches.sort((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name));
}

/** Natural order: ignores letter case, and 9 comes before 10. */
const { compare: compareNames } = new Intl.Collator('en', { numeric: true });
