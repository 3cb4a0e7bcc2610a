import './outline.css';
import { type KeyboardEvent, type MouseEvent, type ReactElement, useEffect, useId, useMemo, useState } from 'react';
import { type PanelProps, usePage } from '../page/page-context.ts';
import { Button, FilterField } from '../parts/controls.tsx';
import { Icon } from '../parts/Icon.tsx';
import { useRowWindow } from '../parts/row-window.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { CommandNode, CommandsAnswer } from './answer-commands.ts';
import { fittingNodes, type TreeMove, toggleNode, treeMove, visibleRows } from './narrowed-tree.ts';

/** The rail: every command with its danger, and which of them the rest of the page includes. */
export function Outline({ active }: PanelProps): ReactElement {
  const { compilation, document } = usePage();
  const { last, pending, failure } = useAnswer('commands', active ? compilation.result?.source : undefined);
  const answer = last?.answer;
  const reason = failure ?? (answer?.ok === false ? answer.message : undefined);
  return (
    <div className="panel outline" data-part="outline" aria-busy={pending}>
      {answer?.ok && answer.root.children.length > 0 ? (
        <Commands {...answer} />
      ) : (
        <div className="empty quiet">
          <p role="status">{reason ?? (last ? 'This document has no commands yet.' : 'The commands appear here.')}</p>
          {reason !== undefined && document.filter !== undefined && <IncludeAll />}
        </div>
      )}
    </div>
  );
}

function IncludeAll(): ReactElement {
  const { dispatch } = usePage();
  return (
    <Button small onClick={() => dispatch({ type: 'set-filter', label: 'Included all commands' })}>
      Include all
    </Button>
  );
}

/** Trees of no more commands are open at first. */
const SMALL_TREE = 20;

function Commands({ root, destroy: { itself, withOption } }: Extract<CommandsAnswer, { ok: true }>): ReactElement {
  const { document, compilation, command, setCommand, setSide, dispatch, page } = usePage();
  const { included = 0, total = 0 } = compilation.result?.output.commands ?? {};
  const [current, setCurrent] = useState('');
  const [query, setQuery] = useState('');
  // By their pointers, so that editing the document leaves them open.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const isSearch = query.trim() !== '';
  const fitting = useMemo(() => fittingNodes(root, query), [root, query]);
  const isOpen = ({ pointer }: CommandNode): boolean => isSearch || root.count <= SMALL_TREE !== toggled.has(pointer);
  const rows = visibleRows(root, fitting, isOpen);
  const found = rows.filter(({ children, count }) => children.length === 0 && count > 0).length;
  const onMove = ({ kind, node }: TreeMove): void => {
    const { pointer, name, range, part } = node;
    setCurrent(pointer);
    if (kind === 'toggle') {
      const next = new Set(toggled);
      if (!next.delete(pointer)) next.add(pointer);
      setToggled(next);
    }
    if (kind === 'filter') {
      const label = `${part === 'all' ? 'Left out' : 'Included'} ${visibleText(name)}`;
      dispatch({ type: 'set-filter', filter: toggleNode(root, document.filter ?? {}, node), label });
    }
    if (kind === 'leave' || (kind === 'choose' && pointer === command?.pointer)) setCommand(undefined);
    else if (kind === 'choose') {
      setCommand({ pointer, name });
      if (range) page.show(range);
      page.cursor.set(range?.start.offset ?? 0);
      setSide('result');
    }
  };
  return (
    <>
      <div className="outline-bar">
        <FilterField
          label="Search commands"
          placeholder={`Search ${countOf(root.count, 'command')}`}
          value={query}
          onChange={setQuery}
        />
        <p className="quiet small" role="status">
          {isSearch && `${found.toLocaleString('en')} of ${countOf(root.count, 'command')}`}
        </p>
      </div>
      {rows.length > 0 ? (
        <Rows rows={rows} isOpen={isOpen} current={current} onMove={onMove} />
      ) : (
        <p className="outline-scroll empty">No name or description matches “{query.trim()}”.</p>
      )}
      <footer className="foot outline-foot">
        {document.filter !== undefined && (
          <p className="row" role="status">
            {included.toLocaleString('en')} of {total.toLocaleString('en')} included <IncludeAll />
          </p>
        )}
        <button
          type="button"
          className="bare verdict risk-destroys"
          title="Shows them in Safety"
          onClick={() => {
            dispatch({ type: 'set', key: 'tab', value: 'safety' });
            setSide('result');
          }}
        >
          {itself > 0 && <Icon name="destroys" />}
          <span>
            {itself.toLocaleString('en')} {itself === 1 ? 'destroys' : 'destroy'}
            {withOption > 0 && <span className="quiet">, {withOption.toLocaleString('en')} more with an option</span>}
          </span>
        </button>
      </footer>
    </>
  );
}

interface RowsProps {
  readonly rows: readonly CommandNode[];
  readonly isOpen: (node: CommandNode) => boolean;
  /** Pointer of the row with the cursor; an unknown one means the first row. */
  readonly current: string;
  readonly onMove: (move: TreeMove) => void;
}

/** The tree after the ARIA pattern. Only visible rows are in the page, so that thousands cost nothing. */
function Rows({ rows, isOpen, current, onMove }: RowsProps): ReactElement {
  const { command } = usePage();
  const id = useId();
  const [hasFocus, setHasFocus] = useState(false);
  const { box, first, last, page, height, top, onScroll } = useRowWindow(rows.length);
  const found = rows.findIndex(({ pointer }) => pointer === current);
  const place = Math.max(0, found);
  useEffect(() => void document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: 'nearest' }), [id, place]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const active = rows[place];
    if (event.ctrlKey || event.metaKey || event.altKey || active === undefined) return;
    const move = treeMove(event.key, { rows, active, isOpen, page });
    // Other keys are the page's.
    if (move === undefined) return;
    onMove(move);
    event.preventDefault();
  };
  const onClick = (node: CommandNode, { target }: MouseEvent): void => {
    const hit = target instanceof Element ? target.closest<HTMLElement>('[data-click]')?.dataset['click'] : undefined;
    if (hit === 'toggle' || (hit === undefined && node.children.length > 0 && !isOpen(node)))
      onMove({ kind: 'toggle', node });
    if (hit !== 'toggle') onMove({ kind: hit === 'filter' ? hit : 'choose', node });
  };
  return (
    <div ref={box} className="outline-scroll" onScroll={onScroll}>
      <div
        className="commands-tree"
        role="tree"
        tabIndex={0}
        aria-label="Commands"
        aria-description="Arrows move and open, Enter shows the output of one alone, Escape that of all, Space leaves one out."
        aria-activedescendant={`${id}-${place}`}
        style={{ height }}
        data-flat={rows.every(({ children }) => children.length === 0) || undefined}
        onKeyDown={onKeyDown}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
      >
        {rows.map((node, row) => {
          // The row with the cursor stays in the page; otherwise screen readers would lose it.
          if ((row < first || row >= last) && row !== place) return null;
          const { pointer, name, path, part, note, words, mark, isByOption } = node;
          const isGroup = node.children.length > 0;
          const out = part === 'none' ? 'left out' : part === 'some' && 'partly left out';
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys, as its pattern has it.
            // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and says by aria-activedescendant where it is.
            <div
              key={pointer}
              id={`${id}-${row}`}
              role="treeitem"
              className="command-row"
              aria-level={path.length}
              aria-selected={pointer === command?.pointer}
              aria-checked={part === 'some' ? 'mixed' : part === 'all'}
              aria-expanded={isGroup ? isOpen(node) : undefined}
              data-cursor={(hasFocus && row === place) || undefined}
              style={{ top: top(row), paddingLeft: (path.length - 1) * 16 }}
              onClick={(event) => onClick(node, event)}
            >
              <span className="command-chevron" data-click={isGroup ? 'toggle' : undefined}>
                {isGroup && <Icon name="chevron" />}
              </span>
              <span className="command-check" data-click="filter" title={part === 'all' ? 'Leave out' : 'Include'}>
                <span>{part !== 'none' && <Icon name={part === 'all' ? 'check' : 'skip'} />}</span>
              </span>
              <span className="mono clip" title={visibleText(name)}>
                {visibleText(path.findLast((word) => word !== '') ?? name)}
                {path.at(-1) === '' && ' itself'}
                <span className="visually-hidden">{[note, words, out].filter(Boolean).join(', ')}</span>
              </span>
              <span className="quiet small grow" aria-hidden="true" title={note}>
                {isGroup ? node.count.toLocaleString('en') : note}
              </span>
              {/* The rows of an open group have their own. */}
              {mark && !(isGroup && isOpen(node)) && (
                <span className={`command-mark risk-${mark}`} data-hollow={isByOption || undefined} title={words}>
                  <Icon name={mark} />
                </span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
