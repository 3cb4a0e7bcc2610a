import {
  AtipError,
  type AtipCommand,
  type AtipTool,
  flattenCommands,
  type FlatCommand,
  type Provider,
  selectCommands,
} from '@atip/core';
import { readSubject, type Subject } from '../subject.ts';
import { buildCommandTree } from './build-command-tree.ts';
import { type CommandTree, commandPointer, NODE, PART, pointerKeys } from './command-tree.ts';

export interface CommandsQuestion extends Subject {
  readonly provider: Provider;
  readonly strict: boolean;
}

/** What core leaves of the tool under the document's filter, in numbers of commands that can be called. */
export interface CommandPart {
  readonly total: number;
  readonly included: number;
  /** Of those left out: how many destroy data, and of how many that is not said or they are not in the document. */
  readonly leftOutDestroy: number;
  readonly leftOutUnstated: number;
  /** Estimated tokens of what is included. */
  readonly tokens: number;
  /** `PART` for each node of the tree. */
  readonly nodes: Uint8Array<ArrayBuffer>;
}

export type CommandsAnswer =
  | {
      readonly ok: true;
      readonly tree: CommandTree;
      readonly part: CommandPart;
      /** How the tokens were counted: a sentence without a full stop. */
      readonly estimate: string;
    }
  | { readonly ok: false; readonly message: string };

interface Built {
  readonly key: string;
  readonly tree: CommandTree;
  readonly label: string;
}

/** Of each tool the last tree: a click that filters leaves it as it is. */
const BUILT = new WeakMap<AtipTool, Built>();

/** All commands of a document with risks and tokens, and which of them its filter leaves. */
export function answerCommands({ provider, strict, ...subject }: CommandsQuestion): CommandsAnswer {
  const read = readSubject(subject);
  if (!read.ok) return read;
  try {
    const { tree, label } = built(read.whole, provider, strict);
    return { ok: true, tree, part: partOf(tree, read.whole, read.tool), estimate: label };
  } catch (error) {
    if (AtipError.isInstance(error)) return { ok: false, message: error.message };
    throw error;
  }
}

function built(tool: AtipTool, provider: Provider, strict: boolean): Built {
  const key = `${provider} ${strict}`;
  const known = BUILT.get(tool);
  if (known?.key === key) return known;
  const fresh = { key, ...buildCommandTree(tool, provider, strict) };
  BUILT.set(tool, fresh);
  return fresh;
}

function partOf(tree: CommandTree, whole: AtipTool, tool: AtipTool): CommandPart {
  const commands = flattenCommands(whole);
  const left = tool === whole ? commands : flattenCommands(tool);
  const leftPointers = new Set(left.map(({ pointer }) => pointer));
  const leftOut = tool === whole ? [] : commands.filter(({ pointer }) => !leftPointers.has(pointer));
  const nodes = partNodes(tree, tool === whole ? undefined : { pointers: leftPointers, tool });
  let tokens = 0;
  for (let node = 0; node < nodes.length; node += 1)
    if (tree.kinds[node] === NODE.command && nodes[node] === PART.all) tokens += tree.tokens[node] ?? 0;
  // Deeper than any tree: what is left without a filter, with what the document itself leaves out.
  const { totalCommands, includedCommands } = tool === whole ? selectCommands(whole, { depth: 1000 }) : tool;
  const [total, included] = [totalCommands ?? commands.length, includedCommands ?? left.length];
  const hidden = total - included - leftOut.length;
  return {
    total,
    included,
    leftOutDestroy: leftOut.filter(destroys(true)).length,
    leftOutUnstated: leftOut.filter(destroys(undefined)).length + hidden,
    tokens,
    nodes,
  };
}

function destroys(value: boolean | undefined): (command: FlatCommand) => boolean {
  return ({ effects }) => effects.destructive === value;
}

/** @param part `undefined`: all of the tool */
function partNodes(
  tree: CommandTree,
  part: { readonly pointers: ReadonlySet<string>; readonly tool: AtipTool } | undefined,
): Uint8Array<ArrayBuffer> {
  const nodes = new Uint8Array(tree.keys.length).fill(PART.all);
  if (part === undefined) return nodes;
  const pointers = pointersOf(tree);
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    const pointer = pointers[node] ?? '';
    if (tree.kinds[node] === NODE.group) nodes[node] = ofChildren(tree, nodes, node);
    else if (tree.kinds[node] === NODE.command) nodes[node] = part.pointers.has(pointer) ? PART.all : PART.none;
    else nodes[node] = hasNode(part.tool, pointer) ? PART.all : PART.none;
  }
  return nodes;
}

/** Each node's pointer, made from the one above it. */
function pointersOf(tree: CommandTree): string[] {
  const pointers: string[] = [];
  for (let node = 0; node < tree.keys.length; node += 1) {
    const above = pointers[tree.parents[node] ?? 0] ?? '';
    pointers.push(node === 0 ? '' : above + commandPointer(tree.keys[node] ?? ''));
  }
  return pointers;
}

function ofChildren({ ends }: CommandTree, nodes: Uint8Array, group: number): number {
  let [all, none] = [true, true];
  const end = ends[group] ?? 0;
  for (let child = group + 1; child < end; child = ends[child] ?? end) {
    if (nodes[child] !== PART.all) all = false;
    if (nodes[child] !== PART.none) none = false;
  }
  if (none) return PART.none;
  return all ? PART.all : PART.some;
}

/** Whether an excerpt still has a group that the document itself leaves out. */
function hasNode(tool: AtipTool, pointer: string): boolean {
  let node: AtipTool | AtipCommand | undefined = tool;
  for (const key of pointerKeys(pointer)) {
    const commands: Readonly<Record<string, AtipCommand>> | undefined = node?.commands;
    node = commands !== undefined && Object.hasOwn(commands, key) ? commands[key] : undefined;
  }
  return node !== undefined;
}
