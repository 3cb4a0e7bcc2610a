/** Filters as clicks make them. What a filter then leaves is for core to say; here is only which names say it. */
import type { CommandFilter } from '@atip/core';
import type { CommandNode } from '../../analysis/commands/answer-commands.ts';

/** The nodes from the tool to the one at a pointer, the tool alone where there is no such node. */
function nodesTo(root: CommandNode, pointer: string): readonly CommandNode[] {
  const next = root.children.find((child) => pointer === child.pointer || pointer.startsWith(`${child.pointer}/`));
  return next === undefined ? [root] : [root, ...nodesTo(next, pointer)];
}

/** The node at a pointer; `undefined` where there is none. */
export function nodeAt(root: CommandNode, pointer: string): CommandNode | undefined {
  return nodesTo(root, pointer).findLast((node) => node.pointer === pointer);
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

/** The filter that takes a node and nothing else; a depth stays. */
export function onlyNode(
  root: CommandNode,
  filter: CommandFilter | undefined,
  node: CommandNode,
): CommandFilter | undefined {
  const target = addressable(root, node);
  return filterOf(target === root ? undefined : [filterName(target)], filter?.depth);
}

function filterOf(commands: readonly string[] | undefined, depth: number | undefined): CommandFilter | undefined {
  if (commands === undefined && depth === undefined) return undefined;
  return { ...(commands && { commands }), ...(depth !== undefined && { depth }) };
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

/** The leaves that a list of names takes. */
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
