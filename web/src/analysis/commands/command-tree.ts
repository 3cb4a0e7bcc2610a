/** A document's commands as the panel gets them. */

/**
 * Every node of a command tree, depth first, by index: the tool itself is 0. Columns instead of objects, so that 46,000 commands
 * are handed over in a few ms.
 */
export interface CommandTree {
  /** The node's key in the document; the tool's name at 0. `""` is the command that its group itself is. */
  readonly keys: readonly string[];
  /** The node above; 0 for the tool itself. */
  readonly parents: Uint32Array<ArrayBuffer>;
  /** The first index after the node and everything below it. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** 0 for the tool, 1 for what stands right below it. */
  readonly levels: Uint8Array<ArrayBuffer>;
  /** What the node is, see `NODE`. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** By `riskBits`: of a command its own, of a group all that its commands have. */
  readonly risks: Uint16Array<ArrayBuffer>;
  /** By `riskBits`: what a command's arguments and options can add; of a group as above. */
  readonly added: Uint16Array<ArrayBuffer>;
  /** Estimated tokens; of a group those of its commands. */
  readonly tokens: Uint32Array<ArrayBuffer>;
  /** Arguments and options of a command with the tool's own; 0 for a group. */
  readonly parameters: Uint16Array<ArrayBuffer>;
  /** 1 where the command or group is advised against. */
  readonly deprecated: Uint8Array<ArrayBuffer>;
  /** Commands at or below the node; 0 for what the document leaves out itself. */
  readonly counts: Uint32Array<ArrayBuffer>;
  /** Where the node's share of all tokens begins and ends, 0 to 1. */
  readonly from: Float32Array<ArrayBuffer>;
  readonly to: Float32Array<ArrayBuffer>;
}

/** `omitted`: a group whose commands the document itself leaves out. */
export const NODE = { group: 0, command: 1, omitted: 2 } as const;

/** Whether a node, and what is below it, is in the chosen part. */
export const PART = { none: 0, all: 1, some: 2 } as const;

/** The nodes right below one, in document order. */
export function childrenOf({ ends }: Pick<CommandTree, 'ends'>, node: number): number[] {
  const children: number[] = [];
  const end = ends[node] ?? 0;
  for (let child = node + 1; child < end; child = ends[child] ?? end) children.push(child);
  return children;
}

/** The keys that lead to a node, as in the document: with the empty key, without the tool's name. */
function keysTo({ keys, parents }: Pick<CommandTree, 'keys' | 'parents'>, node: number): string[] {
  const path: string[] = [];
  for (let at = node; at > 0; at = parents[at] ?? 0) path.unshift(keys[at] ?? '');
  return path;
}

/** JSON Pointer of a node in its document; `""` for the tool. */
export function pointerTo(tree: Pick<CommandTree, 'keys' | 'parents'>, node: number): string {
  return keysTo(tree, node).map(commandPointer).join('');
}

/** What a key adds to the JSON Pointer of the node above. */
export function commandPointer(key: string): string {
  return `/commands/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The keys in a JSON Pointer to a command. */
export function pointerKeys(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.filter((_, index) => index % 2 === 1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The node of a JSON Pointer; `undefined` where the tree has none. */
export function nodeAt(tree: Pick<CommandTree, 'keys' | 'ends'>, pointer: string): number | undefined {
  let node = 0;
  for (const key of pointerKeys(pointer)) {
    const child = childrenOf(tree, node).find((one) => tree.keys[one] === key);
    if (child === undefined) return undefined;
    node = child;
  }
  return node;
}

/** What a person calls a node: `"pr create"`; the tool by its own name, and so the command that it is itself. */
export function nameOf(tree: Pick<CommandTree, 'keys' | 'parents'>, node: number): string {
  const words = keysTo(tree, node).filter((key) => key !== '');
  return words.length === 0 ? (tree.keys[0] ?? '') : words.join(' ');
}

/** The last word of that. */
export function labelOf(tree: Pick<CommandTree, 'keys' | 'parents'>, node: number): string {
  const key = tree.keys[node] ?? '';
  return key === '' && node > 0 ? labelOf(tree, tree.parents[node] ?? 0) : key;
}
