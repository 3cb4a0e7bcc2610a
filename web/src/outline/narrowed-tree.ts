/** The tree of commands as a search narrows it, as keys move through it, and as a tick leaves parts of it out. */
import type { CommandFilter } from '@atip/core';
import { rowAfterKey } from '../parts/row-window.ts';
import type { CommandNode } from './answer-commands.ts';

/** The nodes with every word of a query in name or description; a group also where anything below it fits. */
export function fittingNodes(root: CommandNode, query: string): ReadonlySet<CommandNode> {
  const words = query.toLowerCase().split(/\s+/);
  const fitting = new Set<CommandNode>();
  const visit = (node: CommandNode): boolean => {
    const isBelow = node.children.map(visit).includes(true);
    const text = `${node.name}\n${node.description}`.toLowerCase();
    const fits = isBelow || words.every((word) => text.includes(word));
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
  /** To a row; into a group or out of it; to its output; back to the whole output; in the filter or out of it. */
  readonly kind: 'go' | 'toggle' | 'choose' | 'leave' | 'filter';
  readonly node: CommandNode;
}

interface TreeState {
  readonly rows: readonly CommandNode[];
  readonly isOpen: (node: CommandNode) => boolean;
  readonly active: CommandNode;
  /** Rows that PageDown passes. */
  readonly page: number;
}

const MOVES: ReadonlyMap<string, TreeMove['kind']> = new Map([
  ['Enter', 'choose'],
  ['Escape', 'leave'],
  [' ', 'filter'],
]);

/** Maps a key to a move, after the ARIA pattern of trees; `undefined` when it is not the tree's, or leads nowhere. */
export function treeMove(key: string, { rows, active, isOpen, page }: TreeState): TreeMove | undefined {
  const kind = MOVES.get(key);
  if (kind !== undefined) return { kind, node: active };
  const at = rows.indexOf(active);
  const isGroup = active.children.length > 0;
  if (isGroup && key === (isOpen(active) ? 'ArrowLeft' : 'ArrowRight')) return { kind: 'toggle', node: active };
  const inside = key === 'ArrowRight' && isGroup ? rows[at + 1] : undefined;
  const outside = key === 'ArrowLeft' ? rows.find((row) => row.children.includes(active)) : undefined;
  const node = inside ?? outside ?? rows[rowAfterKey(key, at, rows.length, page) ?? -1];
  return node && { kind: 'go', node };
}

/** Takes a node and all below it into the filter, or out where all of it was in; `undefined` once nothing is left out. */
export function toggleNode(
  root: CommandNode,
  { commands, depth }: CommandFilter,
  node: CommandNode,
): CommandFilter | undefined {
  const names = commands?.map((name) => nameOf(name.split(/\s+/)));
  // By its own name or by that of a group around it.
  const isChosen = ({ path }: CommandNode): boolean =>
    names === undefined || path.some((_, last) => names.includes(nameOf(path.slice(0, last + 1))));
  const target = new Set(leavesOf(namedNode(root, node)));
  const isIn = [...target].every(isChosen);
  const stays = (leaf: CommandNode): boolean => (target.has(leaf) ? !isIn : isChosen(leaf));
  const shortest = (one: CommandNode): readonly string[] =>
    hasName(one) && leavesOf(one).every(stays) ? [nameOf(one.path)] : one.children.flatMap(shortest);
  const isAll = leavesOf(root).every(stays);
  return isAll && depth === undefined ? undefined : { commands: isAll ? undefined : shortest(root), depth };
}

function leavesOf(node: CommandNode): readonly CommandNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}

export function commandsIn(node: CommandNode): readonly CommandNode[] {
  return leavesOf(node).filter(({ count }) => count > 0);
}

/** A group's own command has the group's name, so it comes and goes with the group; the tool's own is called `""`. */
function hasName({ path, children }: CommandNode): boolean {
  return path.at(-1) === '' ? path.length === 1 && children.length === 0 : path.length > 0;
}

/** The node itself, or the nearest one above it that has a name. */
function namedNode(above: CommandNode, node: CommandNode): CommandNode {
  const next = above.children.find((child) => child === node || node.pointer.startsWith(`${child.pointer}/`));
  return next === undefined || !hasName(next) ? above : namedNode(next, node);
}

function nameOf(path: readonly string[]): string {
  return path.join(' ').trim();
}
