import type { CommandNode } from './program-tree.ts';

/** A command with all its words: `["remote", "add"]`; without words for the program itself. */
export interface PlacedCommand {
  readonly words: readonly string[];
  readonly node: CommandNode;
}

/**
 * A command under each of its spellings, its own first. A spelling at the same level becomes an alias; at another place
 * the command is repeated, marked as hidden.
 */
export function withSpellings(
  node: CommandNode,
  words: readonly string[],
  others: readonly (readonly string[])[],
): PlacedCommand[] {
  const isBeside = (path: readonly string[]): boolean =>
    path.length === words.length && path.slice(0, -1).every((word, at) => word === words[at]);
  const aliases = others.filter(isBeside).flatMap((path) => path.slice(-1));
  const copies = others.filter((path) => !isBeside(path));
  return [
    { words, node: { ...node, names: [...node.names.slice(0, 1), ...aliases] } },
    ...copies.map((path) => ({
      words: path,
      node: { ...node, names: [path.at(-1) ?? ''], sameAs: words.join(' '), isDiscouraged: true },
    })),
  ];
}

interface Place {
  readonly name: string;
  /** Two, if two commands have one name. */
  readonly nodes: CommandNode[];
  readonly below: Map<string, Place>;
}

/**
 * Makes a tree from a framework's flat list of commands. @param describe describes a group without a command of its
 * own, by its words
 */
export function placeCommands(
  commands: readonly PlacedCommand[],
  describe: (words: readonly string[]) => string = () => '',
): CommandNode {
  const root: Place = { name: '', nodes: [], below: new Map() };
  for (const { words, node } of commands) {
    let place = root;
    for (const word of words) {
      const next = place.below.get(word) ?? { name: word, nodes: [], below: new Map() };
      place.below.set(word, next);
      place = next;
    }
    place.nodes.push(node);
  }
  const [node] = grow(root, [], describe);
  return node ?? emptyGroup('', '');
}

function grow(place: Place, words: readonly string[], describe: (words: readonly string[]) => string): CommandNode[] {
  const children = [...place.below].flatMap(([name, below]) => grow(below, [...words, name], describe));
  const nodes = place.nodes.length > 0 ? place.nodes : [emptyGroup(place.name, describe(words))];
  return nodes.map((node, at) => (at === 0 ? { ...node, children } : node));
}

function emptyGroup(name: string, description: string): CommandNode {
  const nothing = { arguments: [], options: [], shared: [], children: [], runs: false, isDiscouraged: false };
  return { names: [name], description, ...nothing };
}
