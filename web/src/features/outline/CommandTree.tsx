import { type KeyboardEvent, type MouseEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { CommandNode } from './answer-commands.ts';
import { Badge } from '../../components/Badge.tsx';
import { FilterField } from '../../components/FilterField.tsx';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../text/words.ts';
import { marksOf } from '../../document/risks.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useRowWindow } from '../../components/row-window.ts';
import { type NarrowedTree, treeMove, typeAhead } from './narrowed-tree.ts';
import { rowWords } from './node-words.ts';

interface CommandTreeProps {
  readonly root: CommandNode;
  readonly narrowing: NarrowedTree;
  /** Pointer of the row that has the cursor; the first row where there is no such one. */
  readonly current: string;
  /** Pointer of the node whose details are shown. */
  readonly shown: string | undefined;
  readonly onCurrent: (node: CommandNode) => void;
  readonly onShow: (node: CommandNode) => void;
  readonly onFilter: (node: CommandNode) => void;
}

export function CommandTree(props: CommandTreeProps): ReactElement {
  const { root, narrowing } = props;
  const { rows, query, setQuery, isOpen, setOpen, isWhole, fitting } = narrowing;
  const groups = root.children.filter(({ kind }) => kind === 'group');
  const allOpen = groups.every(isOpen);
  const found = [...fitting].filter(({ kind }) => kind === 'command').length;
  return (
    <section className="commands-list" aria-label="Commands">
      <div className="bar">
        <FilterField
          label="Search commands"
          placeholder="Name, description, option or --flag"
          value={query}
          onChange={setQuery}
        />
        {groups.length > 0 && (
          <Button small onClick={() => setOpen(groups.flatMap(groupsIn), !allOpen)}>
            {allOpen ? 'Close' : 'Open'} {countOf(groups.length, 'group')}
          </Button>
        )}
        <output className="quiet">{!isWhole && `${found.toLocaleString('en')} found`}</output>
      </div>
      {rows.length === 0 ? (
        <NothingFits narrowing={narrowing} root={root} />
      ) : (
        <>
          <p className="commands-head" aria-hidden="true">
            <span className="grow">command</span>
            <span>inputs</span>
            <span>tokens</span>
          </p>
          <Rows {...props} />
        </>
      )}
    </section>
  );
}

function groupsIn(node: CommandNode): readonly CommandNode[] {
  return node.kind === 'group' ? [node, ...node.children.flatMap(groupsIn)] : [];
}

function NothingFits({ narrowing, root }: Pick<CommandTreeProps, 'narrowing' | 'root'>): ReactElement {
  const { query, risks, setQuery, setRisks } = narrowing;
  const total = countOf(root.count, 'command');
  const wanted = query.trim();
  return (
    <div className="empty">
      <p>
        <strong>
          0 of {total} {wanted !== '' && <>have “{wanted}”</>}
          {wanted !== '' && risks.size > 0 && ' and '}
          {risks.size > 0 && 'have one of the risks chosen above'}.
        </strong>
      </p>
      <p>The search reads names, descriptions, arguments, options and flags; every word has to be there.</p>
      <Button
        onClick={() => {
          setQuery('');
          setRisks(new Set());
        }}
      >
        Show {total}
      </Button>
    </div>
  );
}

/** Ms after which a typed letter begins a new name. */
const TYPE_AHEAD = 1000;

function useTreeKeys(
  { narrowing, onCurrent, onShow, onFilter }: CommandTreeProps,
  active: CommandNode | undefined,
  page: number,
): (event: KeyboardEvent) => void {
  const { rows, isOpen, setOpen } = narrowing;
  const typed = useRef({ text: '', at: 0 });
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || active === undefined) return;
    const move = treeMove(event.key, { rows, active, isOpen, page });
    if (move !== undefined) {
      typed.current = { text: '', at: 0 };
      if (move.kind === 'go') onCurrent(move.node);
      else if (move.kind === 'show') onShow(move.node);
      else if (move.kind === 'filter') onFilter(move.node);
      else setOpen([move.node], move.kind === 'open');
    } else if (/^[\p{L}\p{N}_-]$/u.test(event.key)) {
      const { text, at } = typed.current;
      typed.current = { text: (event.timeStamp - at < TYPE_AHEAD ? text : '') + event.key, at: event.timeStamp };
      const found = typeAhead({ rows, active }, typed.current.text);
      if (found) onCurrent(found);
      // Other signs are keys of the page.
    } else return;
    event.preventDefault();
  };
}

/** The tree after the ARIA pattern. Only rows in view are in the page, so that thousands cost nothing. */
function Rows(props: CommandTreeProps): ReactElement {
  const { narrowing, current, shown, onCurrent, onShow, onFilter } = props;
  const { rows, isOpen, setOpen } = narrowing;
  const id = useId();
  const [hasFocus, setHasFocus] = useState(false);
  const { box, first, last, page, height, top, onScroll, bringIntoView } = useRowWindow(rows.length);
  const place = Math.max(
    0,
    rows.findIndex(({ pointer }) => pointer === current),
  );
  const active = rows[place];
  useEffect(() => bringIntoView(place), [bringIntoView, place]);
  const onKeyDown = useTreeKeys(props, active, page);
  // The row with the cursor stays in the page, else screen readers would lose it.
  const inView = rows.flatMap((node, row) => ((row >= first && row < last) || row === place ? [{ node, row }] : []));
  return (
    <div ref={box} className="commands-scroll" onScroll={onScroll}>
      <p className="visually-hidden" id={`${id}-keys`}>
        Arrows move and open, Enter shows details, Space leaves a command out or takes it back.
      </p>
      <div
        className="commands-tree"
        role="tree"
        tabIndex={0}
        aria-label="Commands by group"
        aria-describedby={`${id}-keys`}
        aria-activedescendant={`${id}-${place}`}
        style={{ height }}
        onKeyDown={onKeyDown}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      >
        {inView.map(({ node, row }) => (
          <CommandRow
            key={node.pointer}
            id={`${id}-${row}`}
            node={node}
            top={top(row)}
            isSelected={node.pointer === shown}
            hasCursor={hasFocus && row === place}
            isOpen={isOpen(node)}
            onShow={() => onShow(node)}
            onToggle={() => {
              onCurrent(node);
              setOpen([node], !isOpen(node));
            }}
            onFilter={() => {
              onCurrent(node);
              onFilter(node);
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface CommandRowProps {
  readonly id: string;
  readonly node: CommandNode;
  readonly top: number;
  readonly isSelected: boolean;
  readonly hasCursor: boolean;
  readonly isOpen: boolean;
  readonly onShow: () => void;
  readonly onToggle: () => void;
  readonly onFilter: () => void;
}

/** One command or group: a row of the tree. Its parts take clicks; by keyboard the tree does all of it. */
function CommandRow(props: CommandRowProps): ReactElement {
  const { id, node, top, isSelected, hasCursor, isOpen, onShow, onToggle, onFilter } = props;
  const { kind, path, label, part, count, deprecated, parameters, tokens } = node;
  const isGroup = kind === 'group';
  const onClick = ({ target }: MouseEvent): void => {
    const clicked =
      target instanceof Element ? target.closest<HTMLElement>('[data-click]')?.dataset['click'] : undefined;
    if (clicked === 'filter') onFilter();
    else if (clicked === 'toggle' && isGroup) onToggle();
    else onShow();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys, as its pattern has it.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and says by aria-activedescendant where it is.
    <div
      id={id}
      role="treeitem"
      className="command-row"
      aria-level={path.length}
      aria-selected={isSelected}
      aria-checked={part === 'some' ? 'mixed' : part === 'all'}
      {...(isGroup && { 'aria-expanded': isOpen })}
      aria-label={rowWords(node)}
      data-left-out={part === 'none' || undefined}
      data-cursor={hasCursor || undefined}
      style={{ top, paddingLeft: 4 + (path.length - 1) * 16 }}
      onClick={onClick}
    >
      <span className="command-row-chevron" data-click="toggle" data-open={isOpen || undefined}>
        {isGroup && <Icon name="chevron" />}
      </span>
      <span className="command-row-check" data-click="filter" title={part === 'all' ? 'Leave out' : 'Take back'}>
        <Icon name={part === 'all' ? 'check' : 'skip'} />
      </span>
      <span className="command-row-name mono clip">{visibleText(label)}</span>
      {path.at(-1) === '' && <span className="quiet small">itself</span>}
      {isGroup && <span className="quiet small">{count.toLocaleString('en')}</span>}
      {kind === 'omitted' && <span className="quiet small">not in this document</span>}
      {deprecated && <span className="quiet small">deprecated</span>}
      <Marks node={node} />
      <span className="command-row-number">{isGroup ? '' : parameters}</span>
      <span className="command-row-number">{tokens.toLocaleString('en')}</span>
    </div>
  );
}

/** A group shows the shapes of all that its commands do, a command the words as well. */
function Marks({ node: { kind, risks, added } }: { readonly node: CommandNode }): ReactElement {
  const more = marksOf(added.filter((risk) => !risks.includes(risk)));
  return (
    <ul className={`badges command-row-badges${kind === 'group' ? ' is-short' : ''}`} aria-hidden="true">
      {marksOf(risks).map((mark) => (
        <Badge key={mark.risk} mark={mark} />
      ))}
      {more.length > 0 && (
        <li className="quiet" title="With some of its parameters also">
          +
        </li>
      )}
      {more.map((mark) => (
        <Badge key={`added ${mark.risk}`} mark={mark} />
      ))}
    </ul>
  );
}
