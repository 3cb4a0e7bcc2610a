import '../components/content.css';
import './outline.css';
import { type ReactElement, useMemo, useState } from 'react';
import type { CommandNode, CommandsAnswer } from './answer-commands.ts';
import type { PanelProps } from '../page/page-context.ts';
import { Button, FilterField } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { useAnswer } from '../worker/use-answer.ts';
import { CommandTree } from './CommandTree.tsx';
import { countDestroying, type NarrowedTree, toggleNode, type TreeMove, useNarrowing } from './narrowed-tree.ts';
import { marksOf } from '../document/risks.ts';
import { countOf } from '../text/words.ts';
import { visibleText } from '../text/visible-text.ts';

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
      <CommandTree {...{ root, narrowing, current, broken, onMove }} />
      <Footer {...panel} {...{ root, narrowing }} />
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
