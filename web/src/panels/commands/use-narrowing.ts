import { useMemo, useState } from 'react';
import { type CommandTree, NODE, pointerTo } from '../../analysis/commands/command-tree.ts';
import { useAnswer } from '../use-answer.ts';
import { countFitting, fittingNodes, isWhole, visibleRows } from './visible-rows.ts';

/** Trees of no more nodes are open at first. */
const SMALL_TREE = 24;

/** What of the tree is shown, and the ways to change that. */
export interface NarrowedTree {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  /** By `riskBits`; 0: not narrowed by risk. */
  readonly risks: number;
  readonly setRisks: (risks: number) => void;
  readonly isWhole: boolean;
  /** 1 for each node that is shown or leads to one that is. */
  readonly fits: Uint8Array;
  /** Commands that fit. */
  readonly count: number;
  /** True while the search for the newest query is under way. */
  readonly searching: boolean;
  readonly rows: readonly number[];
  readonly isOpen: (node: number) => boolean;
  readonly setOpen: (nodes: readonly number[], open: boolean) => void;
}

/** Search, risks and open groups. Groups are remembered by their places, so that editing the document leaves them open. */
export function useNarrowing(tree: CommandTree, text: string, active: boolean): NarrowedTree {
  const [query, setQuery] = useState('');
  const [risks, setRisks] = useState(0);
  const [toggled, setToggled] = useState<{
    readonly whole: ReadonlySet<string>;
    readonly narrowed: ReadonlySet<string>;
  }>({
    whole: new Set(),
    narrowed: new Set(),
  });
  const wanted = query.trim();
  const question = useMemo(() => (wanted === '' ? undefined : { text, query: wanted }), [text, wanted]);
  const { last, pending } = useAnswer('command-search', active ? question : undefined);
  const isCurrent = wanted !== '' && last?.question.text === text && last.answer.length === tree.keys.length;
  const found = isCurrent ? last.answer : undefined;
  const fits = useMemo(() => fittingNodes(tree, { ...(found && { found }), risks }), [tree, found, risks]);
  const whole = isWhole({ ...(found && { found }), risks });
  const side = whole ? 'whole' : 'narrowed';
  const others = toggled[side];
  const isOpenAtFirst = !whole || tree.keys.length <= SMALL_TREE;
  const isOpen = useMemo(
    () => (node: number) => isOpenAtFirst !== others.has(pointerTo(tree, node)),
    [tree, others, isOpenAtFirst],
  );
  const rows = useMemo(() => visibleRows(tree, fits, isOpen), [tree, fits, isOpen]);
  const setOpen = (nodes: readonly number[], open: boolean): void => {
    const next = new Set(others);
    for (const node of nodes) {
      if (tree.kinds[node] !== NODE.group) continue;
      if (open === isOpenAtFirst) next.delete(pointerTo(tree, node));
      else next.add(pointerTo(tree, node));
    }
    setToggled({ ...toggled, [side]: next });
  };
  const count = useMemo(() => countFitting(tree, fits), [tree, fits]);
  return { query, setQuery, risks, setRisks, isWhole: whole, fits, count, searching: pending, rows, isOpen, setOpen };
}
