import { type MemoExoticComponent, type MouseEvent, memo, type ReactElement } from 'react';
import { type CommandTree, NODE, PART } from '../../analysis/commands/command-tree.ts';
import { Badge } from '../../components/Badge.tsx';
import { Icon } from '../../components/Icon.tsx';
import { marksOf, rowWords, shownLabel } from './command-words.ts';

interface CommandRowProps {
  readonly id: string;
  readonly tree: CommandTree;
  readonly node: number;
  /** One of `PART`. */
  readonly part: number;
  /** Px. */
  readonly top: number;
  /** Whether its details are shown. */
  readonly isSelected: boolean;
  /** Whether the keyboard acts on it. */
  readonly hasCursor: boolean;
  readonly isOpen: boolean;
  readonly onShow: () => void;
  readonly onToggle: () => void;
  readonly onFilter: () => void;
}

/** One command or group: a row of the tree. Its parts take clicks; by keyboard the tree does all of it. */
export const CommandRow: MemoExoticComponent<(props: CommandRowProps) => ReactElement> = memo(Row, isSame);

function Row(props: CommandRowProps): ReactElement {
  const { id, tree, node, part, top, isSelected, hasCursor, isOpen } = props;
  const isGroup = tree.kinds[node] === NODE.group;
  const level = tree.levels[node] ?? 1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys, as its pattern has it.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and says by aria-activedescendant where it is.
    <div
      id={id}
      role="treeitem"
      className="command-row"
      aria-level={level}
      aria-selected={isSelected}
      aria-checked={part === PART.some ? 'mixed' : part === PART.all}
      {...(isGroup && { 'aria-expanded': isOpen })}
      aria-label={rowWords(tree, node, part)}
      data-left-out={part === PART.none || undefined}
      data-cursor={hasCursor || undefined}
      style={{ top, paddingLeft: 4 + (level - 1) * 16 }}
      onClick={(event) => onRowClick(event, props)}
    >
      <span className="command-row-chevron" data-click="toggle" data-open={isOpen || undefined}>
        {isGroup && <Icon name="chevron" />}
      </span>
      <span className="command-row-check" data-click="filter" title={part === PART.all ? 'Leave out' : 'Take back'}>
        <Icon name={part === PART.all ? 'check' : 'skip'} />
      </span>
      <span className="command-row-name mono">{shownLabel(tree, node)}</span>
      {tree.keys[node] === '' && <span className="quiet command-row-note">itself</span>}
      {isGroup && <span className="quiet command-row-note">{tree.counts[node]?.toLocaleString('en')}</span>}
      {tree.kinds[node] === NODE.omitted && <span className="quiet command-row-note">not in this document</span>}
      {tree.deprecated[node] === 1 && <span className="command-row-deprecated">deprecated</span>}
      <Marks tree={tree} node={node} />
      <span className="command-row-number">{isGroup ? '' : tree.parameters[node]}</span>
      <span className="command-row-number">{tree.tokens[node]?.toLocaleString('en')}</span>
    </div>
  );
}

function onRowClick(event: MouseEvent<HTMLElement>, { onToggle, onFilter, onShow, tree, node }: CommandRowProps): void {
  const part =
    event.target instanceof Element ? event.target.closest('[data-click]')?.getAttribute('data-click') : null;
  if (part === 'filter') onFilter();
  else if (part === 'toggle' && tree.kinds[node] === NODE.group) onToggle();
  else onShow();
}

/** A group shows the shapes of all that its commands do, a command the words as well. */
function Marks({ tree, node }: { readonly tree: CommandTree; readonly node: number }): ReactElement {
  const isGroup = tree.kinds[node] === NODE.group;
  const own = marksOf(tree.risks[node] ?? 0);
  const added = marksOf((tree.added[node] ?? 0) & ~(tree.risks[node] ?? 0));
  return (
    <ul className={`badges command-row-badges${isGroup ? ' is-short' : ''}`} aria-hidden="true">
      {own.map((mark) => (
        <Badge key={mark.risk} mark={mark} />
      ))}
      {added.length > 0 && (
        <li className="command-row-plus" title="With some of its parameters also">
          +
        </li>
      )}
      {added.map((mark) => (
        <Badge key={`added ${mark.risk}`} mark={mark} />
      ))}
    </ul>
  );
}

/** Handlers are new with every render and do the same for the same row. */
function isSame(before: CommandRowProps, after: CommandRowProps): boolean {
  return (
    before.tree === after.tree &&
    before.node === after.node &&
    before.part === after.part &&
    before.top === after.top &&
    before.isSelected === after.isSelected &&
    before.hasCursor === after.hasCursor &&
    before.isOpen === after.isOpen
  );
}
