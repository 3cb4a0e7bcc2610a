import type { ListedTool } from '@atip/companion';
import { matchSorter } from 'match-sorter';
import { type ReactElement, useMemo, useState } from 'react';
import { usePage } from '../page/page-context.ts';
import { Button, FilterField } from '../parts/controls.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { BundledTool } from './answer-import.ts';
import { Danger } from './Start.tsx';

/** The bundled tools, and those that the companion knows. */
export function AllTools(): ReactElement {
  return (
    <Dialog title="All tools" part="tools" size="medium" onClose={usePage().closeDialog}>
      <ToolFinder />
      <p className="quiet small">
        Made from the tools’ own help and completions, with effects set by hand; your version may differ.
      </p>
    </Dialog>
  );
}

const ALL = {};
const NONE = [] as const;

interface ToolFinderProps {
  /** Removes a document that was saved here. Absent: the tools of the workbench are listed as well. */
  readonly onRemove?: (name: string) => void;
}

/** A list of tools with a filter; Enter in the field opens the first. */
export function ToolFinder({ onRemove }: ToolFinderProps): ReactElement {
  const { companion, documents, closeDialog } = usePage();
  const [query, setQuery] = useState('');
  const { last, failure } = useAnswer('tool-list', ALL);
  const here = companion.state.kind === 'connected' ? companion.state.list.tools : NONE;
  const isAll = onRemove === undefined;
  const entries = useMemo(
    () => toolEntries(last?.answer ?? NONE, here).filter(({ isHere }) => isAll || isHere),
    [last, here, isAll],
  );
  const found = useMemo(() => findTools(entries, query), [entries, query]);
  const total = countOf(entries.length, 'tool');
  const open = ({ name, isHere }: ToolEntry): void => {
    closeDialog();
    documents.openTool(name, isHere);
  };
  return (
    <div className="panel fills tool-finder">
      <div className="row">
        <FilterField
          label="Filter tools"
          placeholder="Filter by name or description"
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || found[0] === undefined) return;
            // Otherwise the key presses what gets the focus when the dialog closes.
            event.preventDefault();
            open(found[0]);
          }}
        />
        <p className="quiet" role="status">
          {found.length === entries.length ? total : `${found.length.toLocaleString('en')} of ${total}`}
        </p>
      </div>
      <div className="scroller section" key={query}>
        {found.length === 0 && (
          <p className="pane-note">
            {failure ?? (last ? 'No such tool. Paste its --help on the start page.' : 'Loading…')}
          </p>
        )}
        <ul aria-label="Tools">
          {found.map((entry) => (
            <li key={entry.name} className="tool">
              <button type="button" className="bare option" onClick={() => open(entry)}>
                <span className="clip">
                  <strong className="mono">{visibleText(entry.name)}</strong>{' '}
                  {entry.warning !== undefined && <span className="bad small">{visibleText(entry.warning)} </span>}
                  <span className="quiet small">
                    {visibleText(entry.source) || (isAll && entry.isHere ? 'on this computer' : '')}
                  </span>
                </span>
                <span className="clip">{visibleText(entry.description)}</span>
                <Danger {...entry} />
              </button>
              {entry.isSaved && onRemove && (
                <Button small aria-label={`Remove ${visibleText(entry.name)}`} onClick={() => onRemove(entry.name)}>
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** A tool as a list shows it. */
interface ToolEntry extends BundledTool {
  /** Where its document comes from, unless the workbench has it. */
  readonly source: string;
  /** The companion has its document. */
  readonly isHere: boolean;
  /** Of those, one that was saved by this page, and can be taken back. */
  readonly isSaved?: boolean;
  /** Something that a person has to know before they rely on it. */
  readonly warning?: string | undefined;
}

const SOURCES = {
  probed: 'describes itself',
  tools: 'a file of yours',
  shims: 'a file of yours',
  described: 'its help',
  bundled: '',
};

/** Both lists; of a tool in both, the one of this computer. */
export function toolEntries(bundled: readonly BundledTool[], here: readonly ListedTool[]): readonly ToolEntry[] {
  const entries = new Map<string, ToolEntry>();
  for (const tool of bundled) entries.set(tool.name, { ...tool, source: '', isHere: false });
  for (const { name, description, commands, destroys, origin, saved: isSaved, executable, signature } of here) {
    const source = isSaved ? 'saved here' : signature?.verified ? signature.words : SOURCES[origin];
    const warning = signature?.verified === false ? signature.words : executable === null ? 'not installed' : undefined;
    entries.set(name, { name, description, commands, destroys, source, isHere: true, isSaved, warning });
  }
  return [...entries.values()].toSorted((a, b) => compare(a.name, b.name));
}

/** Natural order: ignores letter case, and 9 comes before 10. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** The tools that have every word of `query` in name, description or source, the best fitting name first. */
export function findTools(entries: readonly ToolEntry[], query: string): readonly ToolEntry[] {
  const { CONTAINS: threshold } = matchSorter.rankings;
  const keys = ['name', ...['description', 'source'].map((key) => ({ key, maxRanking: threshold }))];
  const words = query.split(/\s+/).filter(Boolean);
  return words.reduceRight((left, word) => matchSorter(left, word, { keys, threshold, baseSort: () => 0 }), entries);
}
