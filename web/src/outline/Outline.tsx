import '../components/content.css';
import './outline.css';
import {
  useMemo,
  useState,
  memo,
  useCallback,
  useEffect,
  useId,
  useRef,
  type ReactElement,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import type { CommandNode, CommandsAnswer } from './answer-commands.ts';
import type { PanelProps } from '../page/page-context.ts';
import { Button, FilterField } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { useAnswer } from '../worker/use-answer.ts';
import {
  countDestroying,
  toggleNode,
  useNarrowing,
  treeMove,
  riskWords,
  rowWords,
  type NarrowedTree,
  type TreeMove,
} from './narrowed-tree.ts';
import { marksOf } from '../document/risks.ts';
import { countOf } from '../text/words.ts';
import { visibleText } from '../text/visible-text.ts';
import { useRowWindow } from '../components/row-window.ts';

/** The rail: every command with its danger, and which of them the rest of the page includes. */
export function Outline(props: PanelProps): ReactElement {
  const { active, compilation, document, dispatch } = props;
  const source = compilation.result?.source;
  const { last, pending, failure } = useAnswer('commands', active ? source : undefined);
  const reason = failure ?? (last?.answer.ok === false ? last.answer.message : undefined);
  if (last?.answer.ok === true && last.answer.root.children.length > 0)
    return <Commands {...props} answer={last.answer} isPending={pending} />;
  return (
    <div className="panel outline" data-part="commands" aria-busy={pending}>
      <div className="empty quiet">
        <p role="status">{reason ?? (last ? 'This document has no commands yet.' : 'The commands appear here.')}</p>
        {reason !== undefined && document.filter !== undefined && (
          <Button onClick={() => dispatch({ type: 'set-filter', label: 'Included all commands' })}>Show all</Button>
        )}
      </div>
    </div>
  );
}

interface CommandsProps extends PanelProps {
  readonly answer: Extract<CommandsAnswer, { ok: true }>;
  readonly isPending: boolean;
}

function Commands({ answer: { root }, isPending, ...panel }: CommandsProps): ReactElement {
  const { document, compilation, dispatch, page } = panel;
  const { filter } = document;
  const [current, setCurrent] = useState('');
  const narrowing = useNarrowing(root);
  const broken = useMemo(() => brokenPointers(root, compilation.issues), [root, compilation.issues]);
  const onFilter = (target: CommandNode): void => {
    const next = toggleNode(root, filter, target);
    const did = target.part === 'all' ? 'Left out' : 'Included';
    dispatch({ type: 'set-filter', filter: next, label: `${did} ${visibleText(target.name)}` });
  };
  const onMove = ({ kind, node: target }: TreeMove): void => {
    setCurrent(target.pointer);
    if (kind === 'filter') onFilter(target);
    if (kind === 'show' && target.range) page.reveal(target.range);
    if (kind === 'open' || kind === 'close') narrowing.setOpen([target], kind === 'open');
  };
  return (
    <div className="panel outline" data-part="commands" aria-busy={isPending}>
      <SearchBar root={root} narrowing={narrowing} />
      <CommandTree root={root} narrowing={narrowing} current={current} broken={broken} onMove={onMove} />
      <Footer {...panel} root={root} narrowing={narrowing} />
    </div>
  );
}

function brokenPointers(root: CommandNode, issues: PanelProps['compilation']['issues']): ReadonlySet<string> {
  const broken = new Set<string>();
  const mark = (node: CommandNode, path: string): void => {
    const child = node.children.find(({ pointer }) => path === pointer || path.startsWith(`${pointer}/`));
    if (child === undefined) return;
    broken.add(child.pointer);
    mark(child, path);
  };
  for (const { severity, path } of issues) if (severity === 'error') mark(root, path);
  return broken;
}

interface BarProps {
  readonly root: CommandNode;
  readonly narrowing: NarrowedTree;
}

function SearchBar({ root, narrowing }: BarProps): ReactElement {
  const { query, setQuery, risk, setRisk, isWhole, fitting } = narrowing;
  const found = (): number => [...fitting].filter(({ kind }) => kind === 'command').length;
  const [mark] = risk === undefined ? [] : marksOf([risk]);
  return (
    <div className="outline-bar">
      <div className="row outline-search">
        <Icon name="search" />
        <FilterField
          label="Search commands"
          placeholder={countOf(root.count, 'command')}
          value={query}
          onChange={setQuery}
        />
      </div>
      <p className="row outline-found quiet small" role="status">
        {!isWhole &&
          `${found().toLocaleString('en')} of ${root.count.toLocaleString('en')}${mark ? `: ${mark.word}` : ''}`}
        {mark && (
          <Button small look="plain" onClick={() => setRisk(undefined)}>
            Clear
          </Button>
        )}
      </p>
    </div>
  );
}

function Footer({ root, narrowing, document, compilation, dispatch }: BarProps & PanelProps): ReactElement {
  const { risk, setRisk } = narrowing;
  const destroying = useMemo(() => countDestroying(root), [root]);
  const part = compilation.result?.output.commands;
  return (
    <footer className="outline-foot">
      {document.filter !== undefined && part !== undefined && (
        <p className="row outline-part" role="status">
          <span className="grow">
            {part.included.toLocaleString('en')} of {part.total.toLocaleString('en')} included
          </span>
          <Button small onClick={() => dispatch({ type: 'set-filter', label: 'Included all commands' })}>
            Show all
          </Button>
        </p>
      )}
      <div className="row outline-part">
        <button
          type="button"
          className="row outline-destroys risk-destroys bare grow"
          aria-pressed={risk === 'destroys'}
          disabled={destroying === 0}
          onClick={() => setRisk(risk === 'destroys' ? undefined : 'destroys')}
        >
          {destroying > 0 && <Icon name="destroys" />}
          {destroying.toLocaleString('en')} {destroying === 1 ? 'destroys' : 'destroy'}
        </button>
      </div>
    </footer>
  );
}

interface CommandTreeProps {
  readonly root: CommandNode;
  readonly narrowing: NarrowedTree;
  /** Pointer of the row with the cursor; an unknown one means the first row. */
  readonly current: string;
  readonly broken: ReadonlySet<string>;
  readonly onMove: (move: TreeMove) => void;
}

function CommandTree(props: CommandTreeProps): ReactElement {
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
