/** Filters as clicks make them. What a filter then leaves is for core to say; here is only which names say it. */
import type { CommandFilter } from '@atip/core';
import { type CommandTree, childrenOf, NODE } from '../../analysis/commands/command-tree.ts';

/** Takes a node and all below it into the filter, or out where all of it was in; `undefined` once nothing is left out. */
export function toggleNode(
  tree: CommandTree,
  filter: CommandFilter | undefined,
  node: number,
): CommandFilter | undefined {
  const chosen = chosenLeaves(tree, filter?.commands);
  const target = addressable(tree, node);
  const end = tree.ends[target] ?? 0;
  let isIn = true;
  for (let at = target; at < end; at += 1) if (isLeaf(tree, at) && chosen[at] !== 1) isIn = false;
  chosen.fill(isIn ? 0 : 1, target, end);
  return filterOf(namesOf(tree, chosen), filter?.depth);
}

/** The filter that takes a node and nothing else; a depth stays. */
export function onlyNode(
  tree: CommandTree,
  filter: CommandFilter | undefined,
  node: number,
): CommandFilter | undefined {
  const target = addressable(tree, node);
  return filterOf(target === 0 ? undefined : [filterName(tree, target)], filter?.depth);
}

/** The filter with another depth; `undefined` takes all levels. */
export function withDepth(filter: CommandFilter | undefined, depth: number | undefined): CommandFilter | undefined {
  return filterOf(filter?.commands, depth);
}

/** Most levels that a command of the tree has, as a filter counts them. */
export function depthOf(tree: CommandTree): number {
  let most = 0;
  for (let node = 1; node < tree.keys.length; node += 1)
    if (isLeaf(tree, node)) most = Math.max(most, (tree.levels[node] ?? 0) - (tree.keys[node] === '' ? 1 : 0));
  return most;
}

function filterOf(commands: readonly string[] | undefined, depth: number | undefined): CommandFilter | undefined {
  if (commands === undefined && depth === undefined) return undefined;
  return { ...(commands && { commands }), ...(depth !== undefined && { depth }) };
}

function isLeaf({ kinds }: CommandTree, node: number): boolean {
  return kinds[node] !== NODE.group;
}

/** A group's own command has the group's name, so that it comes and goes with the group; the tool's own has one: `""`. */
function addressable({ keys, parents }: CommandTree, node: number): number {
  let at = node;
  while (keys[at] === '' && (parents[at] ?? 0) > 0) at = parents[at] ?? 0;
  return at;
}

/** A node's name as filters have it: words with one space between, `""` for the tool's own command. */
function filterName(tree: CommandTree, node: number): string {
  const keys: string[] = [];
  for (let at = node; at > 0; at = tree.parents[at] ?? 0) keys.unshift(tree.keys[at] ?? '');
  return words(keys.join(' ')).join(' ');
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** 1 at each leaf that a list of names takes. */
function chosenLeaves(tree: CommandTree, names: readonly string[] | undefined): Uint8Array {
  const chosen = new Uint8Array(tree.keys.length);
  if (names === undefined) return chosen.fill(1);
  const wanted = new Set(names.map((name) => words(name).join(' ')));
  const visit = (node: number, above: readonly string[], isIn: boolean): void => {
    const own = [...above, ...words(tree.keys[node] ?? '')];
    const isOwn = isLeaf(tree, node) && own.length === 0 && wanted.has('');
    const isNamed = own.some((_, index) => index >= above.length && wanted.has(own.slice(0, index + 1).join(' ')));
    if (isLeaf(tree, node)) chosen[node] = isIn || isOwn || isNamed ? 1 : 0;
    for (const child of childrenOf(tree, node)) visit(child, own, isIn || isNamed);
  };
  for (const child of childrenOf(tree, 0)) visit(child, [], false);
  return chosen;
}

/** The shortest list of names that takes exactly these leaves; `undefined` when it takes them all. */
function namesOf(tree: CommandTree, chosen: Uint8Array): string[] | undefined {
  const names: string[] = [];
  const isFull = (node: number): boolean => {
    const end = tree.ends[node] ?? 0;
    for (let at = node; at < end; at += 1) if (isLeaf(tree, at) && chosen[at] !== 1) return false;
    return true;
  };
  const visit = (node: number): void => {
    const isNameless = tree.keys[node] === '' && !(tree.parents[node] === 0 && isLeaf(tree, node));
    if (!isNameless && isFull(node)) names.push(filterName(tree, node));
    else for (const child of childrenOf(tree, node)) visit(child);
  };
  if (isFull(0)) return undefined;
  for (const child of childrenOf(tree, 0)) visit(child);
  return names;
}
