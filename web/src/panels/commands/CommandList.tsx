import type { ReactElement } from 'react';
import type { CommandPart } from '../../analysis/commands/answer-commands.ts';
import { type CommandTree, childrenOf, NODE, nodeAt } from '../../analysis/commands/command-tree.ts';
import { FilterField } from '../../components/FilterField.tsx';
import { countOf } from '../../state/health.ts';
import { CommandTreeView } from './CommandTreeView.tsx';
import type { NarrowedTree } from './use-narrowing.ts';

interface CommandListProps {
  readonly tree: CommandTree;
  readonly part: CommandPart;
  readonly narrowing: NarrowedTree;
  /** Pointer of the row that has the cursor; the first row where there is no such one. */
  readonly current: string;
  /** The node whose details are shown. */
  readonly shown: number | undefined;
  readonly onCurrent: (node: number) => void;
  readonly onShow: (node: number) => void;
  readonly onFilter: (node: number) => void;
}

/** The search and what it finds. */
export function CommandList(props: CommandListProps): ReactElement {
  const { tree, part, narrowing, current, shown, onCurrent, onShow, onFilter } = props;
  const { rows, query, setQuery, isOpen, setOpen, isWhole, count } = narrowing;
  const node = nodeAt(tree, current);
  const active = node !== undefined && rows.includes(node) ? node : (rows[0] ?? 0);
  const groups = childrenOf(tree, 0).filter((child) => tree.kinds[child] === NODE.group);
  const allOpen = groups.every(isOpen);
  return (
    <section className="commands-list" aria-label="Commands">
      <div className="commands-search">
        <FilterField
          label="Search commands"
          placeholder="Name, description, option or --flag"
          value={query}
          onChange={setQuery}
        />
        {groups.length > 0 && (
          <button type="button" className="button button-small" onClick={() => setOpen(everyGroup(tree), !allOpen)}>
            {allOpen ? 'Close' : 'Open'} {countOf(groups.length, 'group')}
          </button>
        )}
        <output className="quiet">{!isWhole && `${count.toLocaleString('en')} found`}</output>
      </div>
      {rows.length === 0 ? (
        <NothingFits narrowing={narrowing} tree={tree} />
      ) : (
        <>
          <p className="commands-head" aria-hidden="true">
            <span className="grow">command</span>
            <span>inputs</span>
            <span>tokens</span>
          </p>
          <CommandTreeView
            tree={tree}
            part={part}
            rows={rows}
            active={active}
            shown={shown}
            isOpen={isOpen}
            onActive={onCurrent}
            onOpen={setOpen}
            onShow={onShow}
            onFilter={onFilter}
          />
        </>
      )}
    </section>
  );
}

function everyGroup(tree: CommandTree): number[] {
  const groups: number[] = [];
  tree.kinds.forEach((kind, node) => {
    if (kind === NODE.group && node > 0) groups.push(node);
  });
  return groups;
}

function NothingFits({
  narrowing,
  tree,
}: {
  readonly narrowing: NarrowedTree;
  readonly tree: CommandTree;
}): ReactElement {
  const { query, risks, searching, setQuery, setRisks } = narrowing;
  const total = countOf(tree.counts[0] ?? 0, 'command');
  if (searching) return <p className="empty quiet">Searching {total} …</p>;
  return (
    <div className="empty">
      <p>
        <strong>
          0 of {total} {query.trim() !== '' && <>have “{query.trim()}”</>}
          {query.trim() !== '' && risks !== 0 && ' and '}
          {risks !== 0 && 'have one of the risks chosen above'}.
        </strong>
      </p>
      <p>Names, descriptions, arguments, options and flags are searched; every word has to be there.</p>
      <button
        type="button"
        className="button"
        onClick={() => {
          setQuery('');
          setRisks(0);
        }}
      >
        Show {total}
      </button>
    </div>
  );
}
