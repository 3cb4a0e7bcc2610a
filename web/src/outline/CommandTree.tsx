import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  memo,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { CommandNode } from './answer-commands.ts';
import { Button } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { visibleText } from '../text/visible-text.ts';
import { useRowWindow } from '../components/row-window.ts';
import { type NarrowedTree, type TreeMove, treeMove, riskWords, rowWords } from './narrowed-tree.ts';

interface CommandTreeProps {
  readonly root: CommandNode;
  readonly narrowing: NarrowedTree;
  /** Pointer of the row with the cursor; an unknown one means the first row. */
  readonly current: string;
  readonly broken: ReadonlySet<string>;
  readonly onMove: (move: TreeMove) => void;
}

export function CommandTree(props: CommandTreeProps): ReactElement {
  const { rows, query, setQuery, setRisk } = props.narrowing;
  if (rows.length > 0) return <Rows {...props} />;
  return (
    <div className="outline-scroll empty">
      <p>{query.trim() === '' ? 'No command has this effect.' : `No command matches “${query.trim()}”.`}</p>
      <p className="quiet">The search looks at names, descriptions, arguments, options and flags.</p>
      <Button
        onClick={() => {
          setQuery('');
          setRisk(undefined);
        }}
      >
        Clear the search
      </Button>
    </div>
  );
}

function useTreeKeys({ narrowing, onMove }: CommandTreeProps, active: CommandNode | undefined, page: number) {
  const { rows, isOpen } = narrowing;
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || active === undefined) return;
    const move = treeMove(event.key, { rows, active, isOpen, page });
    // Other keys are the page's.
    if (move === undefined) return;
    onMove(move);
    event.preventDefault();
  };
}

/** The tree after the ARIA pattern. Only visible rows are in the page, so that thousands cost nothing. */
function Rows(props: CommandTreeProps): ReactElement {
  const { root, narrowing, current, broken, onMove } = props;
  const { rows, isOpen } = narrowing;
  const id = useId();
  const [hasFocus, setHasFocus] = useState(false);
  const { box, first, last, page, height, top, onScroll, bringIntoView } = useRowWindow(rows.length);
  const found = rows.findIndex(({ pointer }) => pointer === current);
  const place = Math.max(0, found);
  const active = rows[place];
  useEffect(() => bringIntoView(place), [bringIntoView, place]);
  const onKeyDown = useTreeKeys(props, active, page);
  const latest = useRef(onMove);
  latest.current = onMove;
  const onRowMove = useCallback((move: TreeMove) => latest.current(move), []);
  // The row with the cursor stays in the page; otherwise screen readers would lose it.
  const inView = rows.flatMap((node, row) => ((row >= first && row < last) || row === place ? [{ node, row }] : []));
  return (
    <div ref={box} className="outline-scroll" onScroll={onScroll}>
      <p className="visually-hidden" id={`${id}-keys`}>
        Arrows move and open, Enter shows the place in the document, Space leaves a command out or includes it again.
      </p>
      <div
        className="commands-tree"
        role="tree"
        tabIndex={0}
        aria-label="Commands"
        aria-describedby={`${id}-keys`}
        aria-activedescendant={`${id}-${place}`}
        style={{ height }}
        data-flat={root.children.every(({ kind }) => kind !== 'group') || undefined}
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
            isSelected={node.pointer === current}
            isBroken={broken.has(node.pointer)}
            hasCursor={hasFocus && row === place}
            isOpen={isOpen(node)}
            onMove={onRowMove}
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
  readonly isBroken: boolean;
  readonly hasCursor: boolean;
  readonly isOpen: boolean;
  readonly onMove: (move: TreeMove) => void;
}

/** One command or group: a row of the tree. Its parts take clicks; the tree handles all keys. */
const CommandRow = memo(function CommandRow(props: CommandRowProps): ReactElement {
  const { id, node, top, isSelected, isBroken, hasCursor, isOpen, onMove } = props;
  const { kind, path, label, part, count, deprecated } = node;
  const isGroup = kind === 'group';
  const onClick = ({ target }: MouseEvent): void => {
    const hit = target instanceof Element ? target.closest<HTMLElement>('[data-click]')?.dataset['click'] : undefined;
    if (hit === 'filter') onMove({ kind: 'filter', node });
    else if (hit === 'toggle') onMove({ kind: isOpen ? 'close' : 'open', node });
    else {
      if (isGroup && !isOpen) onMove({ kind: 'open', node });
      onMove({ kind: 'show', node });
    }
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
      aria-expanded={isGroup ? isOpen : undefined}
      aria-label={rowWords(node, isBroken)}
      data-cursor={hasCursor || undefined}
      style={{ top, paddingLeft: (path.length - 1) * 16 }}
      onClick={onClick}
    >
      <span className="command-chevron" data-click={isGroup ? 'toggle' : undefined} data-open={isOpen || undefined}>
        {isGroup && <Icon name="chevron" />}
      </span>
      <span className="command-check" data-click="filter" title={part === 'all' ? 'Leave out' : 'Include'}>
        <span>{part !== 'none' && <Icon name={part === 'all' ? 'check' : 'skip'} />}</span>
      </span>
      <span className="mono clip grow" title={visibleText(node.name)}>
        {visibleText(label)}
        {path.at(-1) === '' && <span className="quiet small"> itself</span>}
        {kind === 'omitted' && <span className="quiet small"> not in this document</span>}
        {deprecated && <span className="quiet small"> deprecated</span>}
      </span>
      <Mark node={node} isBroken={isBroken} />
      <span className="command-count quiet small">{isGroup && count.toLocaleString('en')}</span>
    </div>
  );
});

/** The gravest risk. A hollow triangle: only some of its parameters cause it. */
function Mark({ node, isBroken }: { readonly node: CommandNode; readonly isBroken: boolean }): ReactElement {
  const { danger, risks } = node;
  const icon = isBroken ? 'error' : danger;
  return (
    <span
      className={`command-mark risk-${isBroken ? 'destroys' : (danger ?? 'none')}`}
      title={isBroken ? 'Has an error, so it is missing from the output' : riskWords(node)}
      data-added={(!isBroken && danger && !risks.includes(danger)) || undefined}
    >
      {icon && <Icon name={icon} />}
    </span>
  );
}
