import { useMemo, useState } from 'react';
import { rowAfterKey } from '../components/row-window.ts';
import type { CommandNode } from './answer-commands.ts';
import { type Risk, marksOf } from '../document/risks.ts';
import type { CommandFilter } from '@atip/core';
import { countOf } from '../text/words.ts';
import { visibleText } from '../text/visible-text.ts';

/** Trees of no more nodes are open at first. */
const SMALL_TREE = 24;

export type NarrowedTree = ReturnType<typeof useNarrowing>;

/** Groups are remembered by their pointers, so that editing the document leaves them open. */
export function useNarrowing(root: CommandNode) {
  const [query, setQuery] = useState('');
  const [risk, setRisk] = useState<Risk>();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const isWhole = query.trim() === '' && risk === undefined;
  const fitting = useMemo(() => fittingNodes(root, query, risk), [root, query, risk]);
  const isSmall = useMemo(() => sizeOf(root) <= SMALL_TREE, [root]);
  const isOpenAtFirst = !isWhole || isSmall;
  // A search opens its matches, and leaves the whole tree as it was.
  const keyOf = ({ pointer }: CommandNode): string => (isWhole ? pointer : `found ${pointer}`);
  const isOpen = (node: CommandNode): boolean => isOpenAtFirst !== toggled.has(keyOf(node));
  const setOpen = (nodes: readonly CommandNode[], open: boolean): void => {
    const next = new Set(toggled);
    for (const node of nodes) {
      if (open === isOpenAtFirst) next.delete(keyOf(node));
      else next.add(keyOf(node));
    }
    setToggled(next);
  };
  const rows = visibleRows(root, fitting, isOpen);
  return { query, setQuery, risk, setRisk, isWhole, fitting, rows, isOpen, setOpen };
}

function sizeOf({ children }: CommandNode): number {
  return children.reduce((sum, child) => sum + sizeOf(child), 1);
}

/** The nodes that have every word of a query and the risk; a group also where anything below it fits. */
export function fittingNodes(root: CommandNode, query: string, risk: Risk | undefined): ReadonlySet<CommandNode> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = new Set<CommandNode>();
  const visit = (node: CommandNode): boolean => {
    const below = node.children.map(visit).includes(true);
    const isFound = words.every((word) => node.text.includes(word));
    // A group has the risks of its commands, which are checked themselves.
    const isRisky = risk === undefined || (node.kind !== 'group' && hasRisk(node, risk));
    const fits = below || (isFound && isRisky);
    if (fits) fitting.add(node);
    return fits;
  };
  visit(root);
  return fitting;
}

export function visibleRows(
  { children }: CommandNode,
  fitting: ReadonlySet<CommandNode>,
  isOpen: (node: CommandNode) => boolean,
): readonly CommandNode[] {
  return children
    .filter((child) => fitting.has(child))
    .flatMap((child) => [child, ...(isOpen(child) ? visibleRows(child, fitting, isOpen) : [])]);
}

export interface TreeMove {
  /** To a row; into a group or out of it; to its place in the document; in the filter or out of it. */
  readonly kind: 'go' | 'open' | 'close' | 'show' | 'filter';
  readonly node: CommandNode;
}

interface TreeState extends Pick<NarrowedTree, 'rows' | 'isOpen'> {
  readonly active: CommandNode;
  readonly page: number;
}

/** Maps a key to a move, after the ARIA pattern of trees; `undefined` when it is not the tree's, or leads nowhere. */
export function treeMove(key: string, { rows, active, isOpen, page }: TreeState): TreeMove | undefined {
  const at = rows.indexOf(active);
  const isGroup = active.kind === 'group';
  const go = (node: CommandNode | undefined): TreeMove | undefined => node && { kind: 'go', node };
  switch (key) {
    case 'ArrowRight':
      if (!isGroup) return undefined;
      return isOpen(active) ? go(rows[at + 1]) : { kind: 'open', node: active };
    case 'ArrowLeft':
      if (isGroup && isOpen(active)) return { kind: 'close', node: active };
      return go(rows.find((row) => row.children.includes(active)));
    case 'Enter':
      return { kind: 'show', node: active };
    case ' ':
      return { kind: 'filter', node: active };
    default:
      return go(rows[rowAfterKey(key, at, rows.length, page) ?? -1]);
  }
}

/** The nodes from the tool to the one at a pointer, the tool alone where there is no such node. */
function nodesTo(root: CommandNode, pointer: string): readonly CommandNode[] {
  const next = root.children.find((child) => pointer === child.pointer || pointer.startsWith(`${child.pointer}/`));
  return next === undefined ? [root] : [root, ...nodesTo(next, pointer)];
}

/** Takes a node and all below it into the filter, or out where all of it was in; `undefined` once nothing is left out. */
export function toggleNode(
  root: CommandNode,
  filter: CommandFilter | undefined,
  node: CommandNode,
): CommandFilter | undefined {
  const chosen = chosenLeaves(root, filter?.commands);
  const target = leavesOf(addressable(root, node));
  const isIn = target.every((leaf) => chosen.has(leaf));
  for (const leaf of target) {
    if (isIn) chosen.delete(leaf);
    else chosen.add(leaf);
  }
  return filterOf(namesOf(root, chosen), filter?.depth);
}

function filterOf(commands: readonly string[] | undefined, depth: number | undefined): CommandFilter | undefined {
  if (commands === undefined && depth === undefined) return undefined;
  return { commands, depth };
}

function leavesOf(node: CommandNode): readonly CommandNode[] {
  return node.kind === 'group' ? node.children.flatMap(leavesOf) : [node];
}

/** A group's own command has the group's name, so that it comes and goes with the group; the tool's own has one: `""`. */
function addressable(root: CommandNode, node: CommandNode): CommandNode {
  return nodesTo(root, node.pointer).findLast(({ path }) => path.at(-1) !== '' || path.length === 1) ?? node;
}

/** A node's name as filters have it: words with one space between, `""` for the tool's own command. */
function filterName({ path }: CommandNode): string {
  return wordsOf(path.join(' ')).join(' ');
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function chosenLeaves(root: CommandNode, names: readonly string[] | undefined): Set<CommandNode> {
  if (names === undefined) return new Set(leavesOf(root));
  const wanted = new Set(names.map((name) => wordsOf(name).join(' ')));
  const isNamed = (leaf: CommandNode): boolean => {
    const words = wordsOf(leaf.path.join(' '));
    return wanted.has(words.join(' ')) || words.some((_, index) => wanted.has(words.slice(0, index + 1).join(' ')));
  };
  return new Set(leavesOf(root).filter(isNamed));
}

/** The shortest list of names that takes exactly these leaves; `undefined` when it takes them all. */
function namesOf(root: CommandNode, chosen: ReadonlySet<CommandNode>): readonly string[] | undefined {
  const isFull = (node: CommandNode): boolean => leavesOf(node).every((leaf) => chosen.has(leaf));
  const visit = (node: CommandNode): readonly string[] => {
    const hasName = node.path.at(-1) !== '' || (node.path.length === 1 && node.kind !== 'group');
    return hasName && isFull(node) ? [filterName(node)] : node.children.flatMap(visit);
  };
  return isFull(root) ? undefined : root.children.flatMap(visit);
}

/** `"destroys, no undo"`; a command without a mark is said to have no risk stated. */
export function riskWords({ risks, added }: Pick<CommandNode, 'risks' | 'added'>): string {
  const own = marksOf(risks).map(({ word }) => word);
  const more = marksOf(added).map(({ word }) => word);
  const words = own.length === 0 ? 'no risk stated' : own.join(', ');
  return more.length === 0 ? words : `${words}; with some parameters ${more.join(', ')}`;
}

/** A row's words for a screen reader: `"create, network, not stated, left out"`. */
export function rowWords(node: CommandNode, isBroken: boolean): string {
  const { kind, path, label, count, deprecated, part } = node;
  const words = [
    visibleText(label) + (path.at(-1) === '' ? ' itself' : ''),
    ...(kind === 'group' ? [countOf(count, 'command')] : []),
    ...(kind === 'omitted' ? ['its commands are not in this document'] : []),
    ...(isBroken ? ['has an error and is missing from the output'] : []),
    riskWords(node),
  ];
  if (deprecated) words.push('deprecated');
  if (part !== 'all') words.push(part === 'none' ? 'left out' : 'partly left out');
  return words.join(', ');
}

function hasRisk({ risks, added }: CommandNode, risk: Risk): boolean {
  return risks.includes(risk) || added.includes(risk);
}

/** Number of commands that destroy, by themselves or by a parameter. */
export function countDestroying(root: CommandNode): number {
  return commandsIn(root).filter((node) => hasRisk(node, 'destroys')).length;
}

export function commandsIn(node: CommandNode): readonly CommandNode[] {
  return node.kind === 'command' ? [node] : node.children.flatMap(commandsIn);
}
