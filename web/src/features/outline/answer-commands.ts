import {
  type AtipCommand,
  type AtipEffects,
  type AtipTool,
  type CommandFilter,
  compileTools,
  type FlatCommand,
  flattenCommands,
  mergeEffects,
  type Provider,
  selectCommands,
} from '@atip/core';
import { callEffects, joinPointer, parametersOf, pointerTokens } from '@atip/core/internal';
import { RISK_ORDER, type Risk, risksOf } from '../../document/risks.ts';
import { aboutTool, type Subject } from '../../worker/subject.ts';
import { countTokens } from '../output/count-tokens.ts';

interface CommandsQuestion extends Subject {
  readonly provider: Provider;
  readonly strict: boolean;
}

/** A command, a group, or the tool itself. */
export interface CommandNode {
  /** JSON Pointer in the document; `""` for the tool. */
  readonly pointer: string;
  /** Keys from the tool down. The last one is `""` for the command that its group, or the tool, itself is. */
  readonly path: readonly string[];
  /** Words that a person types: `"pr create"`; the tool, also as a command, goes by its own name. */
  readonly name: string;
  readonly label: string;
  /** `omitted`: a group whose commands the document itself leaves out. */
  readonly kind: 'group' | 'command' | 'omitted';
  /** Gravest first: a command's own; a group has all that its commands have. */
  readonly risks: readonly Risk[];
  /** Risks that arguments and options can add; of a group as above. */
  readonly added: readonly Risk[];
  /** Of a group those of its commands; of the tool also what the provider puts around all. */
  readonly tokens: number;
  /** Arguments and options of a command with the tool's own; 0 for a group. */
  readonly parameters: number;
  readonly deprecated: boolean;
  /** Commands at or below it; 0 for `omitted`. */
  readonly count: number;
  /** How much of it the document's filter leaves. */
  readonly part: 'all' | 'some' | 'none';
  /** Its words as they are searched, in lower case. */
  readonly text: string;
  /** In document order. */
  readonly children: readonly CommandNode[];
}

/** Numbers of callable commands that core leaves under the document's filter. */
export interface CommandPart {
  readonly total: number;
  readonly included: number;
  /** Of those left out: how many destroy data, and of how many that is not said or they are not in the document. */
  readonly leftOutDestroy: number;
  readonly leftOutUnstated: number;
  readonly tokens: number;
}

export type CommandsAnswer =
  | {
      readonly ok: true;
      readonly root: CommandNode;
      readonly part: CommandPart;
      /** True until the encoding is loaded; the answer comes again then. */
      readonly isEstimate: boolean;
      /** How the tokens were counted: a sentence without a full stop. */
      readonly estimate: string;
    }
  | { readonly ok: false; readonly message: string };

const MOST_COMMANDS = 5000;

/** All commands of a document with risks and tokens, and which of them its filter leaves. */
export function answerCommands({ provider, strict, ...subject }: CommandsQuestion): CommandsAnswer {
  return aboutTool(subject, (read): CommandsAnswer => {
    const { tool, whole } = read;
    const commands = flattenCommands(whole);
    if (commands.length > MOST_COMMANDS) {
      const [many, most] = [commands.length.toLocaleString('en'), MOST_COMMANDS.toLocaleString('en')];
      return { ok: false, message: `This document has ${many} commands; the page lists up to ${most}.` };
    }
    const counted = tokensOf(whole, provider, strict);
    const left = tool === whole ? commands : flattenCommands(tool);
    const root = treeOf(whole, {
      tokens: new Map(commands.map(({ pointer }, index) => [pointer, counted.tools[index] ?? 0])),
      flat: new Map(commands.map((command) => [command.pointer, command])),
      left: new Set(left.map(({ pointer }) => pointer)),
      tool,
    });
    const { frame, isEstimate, label } = counted;
    const part = partOf(root, read, commands, left);
    return {
      ok: true,
      root: { ...root, tokens: root.tokens + frame },
      part: { ...part, tokens: part.tokens === 0 ? 0 : part.tokens + frame },
      isEstimate,
      estimate: label,
    };
  });
}

interface CountedTokens extends ReturnType<typeof countTokens> {
  readonly key: string;
}

/** Of each tool the last count: a click that filters leaves it as it is. */
const COUNTED = new WeakMap<AtipTool, CountedTokens>();

function tokensOf(tool: AtipTool, provider: Provider, strict: boolean): CountedTokens {
  const key = `${provider} ${strict}`;
  const known = COUNTED.get(tool);
  if (known?.key === key && !known.isEstimate) return known;
  // One compiled tool for each command, in the same order: names are unique in a tool.
  const counted = { key, ...countTokens(compileTools([tool], provider, { strict }).tools, provider) };
  COUNTED.set(tool, counted);
  return counted;
}

/** Parts of nodes, by pointer. */
interface Known {
  readonly tokens: ReadonlyMap<string, number>;
  readonly flat: ReadonlyMap<string, FlatCommand>;
  readonly left: ReadonlySet<string>;
  readonly tool: AtipTool;
}

function treeOf(tool: AtipTool, known: Known): CommandNode {
  const above = { name: tool.name, label: tool.name, path: [], pointer: '', effects: mergeEffects(tool.effects) };
  const children = childrenOf(tool.commands ?? {}, above, known);
  const text = `${tool.name} ${tool.description}`.toLowerCase();
  return group({ pointer: '', path: [], name: tool.name, label: tool.name, deprecated: false, text }, children);
}

interface Above extends Pick<CommandNode, 'name' | 'label' | 'path' | 'pointer'> {
  readonly effects: AtipEffects;
}

function childrenOf(commands: Readonly<Record<string, AtipCommand>>, above: Above, known: Known): CommandNode[] {
  return Object.entries(commands).map(([key, metadata]) => {
    const path = [...above.path, key];
    const base = {
      pointer: joinPointer(above.pointer, 'commands', key),
      path,
      name: path.filter((word) => word !== '').join(' ') || above.name,
      label: key || above.label,
      deprecated: metadata['x-deprecated'] === true,
      text: searchText(path, metadata),
    };
    const effects = mergeEffects(above.effects, metadata.effects);
    const below = childrenOf(metadata.commands ?? {}, { ...base, effects }, known);
    return below.length > 0 ? group(base, below) : leaf(base, effects, known);
  });
}

type Base = Pick<CommandNode, 'pointer' | 'path' | 'name' | 'label' | 'deprecated' | 'text'>;

function group(base: Base, children: readonly CommandNode[]): CommandNode {
  const has = (part: CommandNode['part']): boolean => children.every((child) => child.part === part);
  const sum = (count: (child: CommandNode) => number): number =>
    children.reduce((total, child) => total + count(child), 0);
  return {
    ...base,
    kind: 'group',
    risks: RISK_ORDER.filter((risk) => children.some(({ risks }) => risks.includes(risk))),
    added: RISK_ORDER.filter((risk) => children.some(({ added }) => added.includes(risk))),
    tokens: sum(({ tokens }) => tokens),
    count: sum(({ count }) => count),
    parameters: 0,
    part: has('none') && children.length > 0 ? 'none' : has('all') ? 'all' : 'some',
    children,
  };
}

function leaf(base: Base, effects: AtipEffects, { flat, tokens, left, tool }: Known): CommandNode {
  const command = flat.get(base.pointer);
  const risks = risksOf(command?.effects ?? effects);
  const isIn = command ? left.has(base.pointer) : hasNode(tool, base.pointer);
  return {
    ...base,
    kind: command ? 'command' : 'omitted',
    risks,
    added: command ? addedRisks(command).filter((risk) => !risks.includes(risk)) : [],
    tokens: tokens.get(base.pointer) ?? 0,
    count: command ? 1 : 0,
    parameters: command ? parametersOf(command).length : 0,
    part: isIn ? 'all' : 'none',
    children: [],
  };
}

/** Risks of a call that gives every parameter. */
function addedRisks(command: FlatCommand): readonly Risk[] {
  const parameters = parametersOf(command);
  if (!parameters.some(({ source }) => source['x-effects'] !== undefined)) return [];
  const all = callEffects({ command: [], ...command }, Object.fromEntries(parameters.map(({ key }) => [key, true])));
  return risksOf(all).filter((risk) => risk !== 'not-stated' && risk !== 'reads');
}

function searchText(path: readonly string[], node: AtipCommand): string {
  const words = [path.join(' '), node.description, ...(node['x-aliases'] ?? [])];
  for (const { name, description } of node.arguments ?? []) words.push(name, description);
  for (const { name, flags, description } of node.options ?? []) words.push(name, ...flags, description);
  return words.join('\n').toLowerCase();
}

/** Tells if an excerpt still has a group that the document itself leaves out. */
function hasNode(tool: AtipTool, pointer: string): boolean {
  let node: AtipTool | AtipCommand | undefined = tool;
  for (const key of commandKeys(pointer)) {
    const commands: Readonly<Record<string, AtipCommand>> | undefined = node?.commands;
    node = commands !== undefined && Object.hasOwn(commands, key) ? commands[key] : undefined;
  }
  return node !== undefined;
}

/** The keys in a JSON Pointer to a command. */
export function commandKeys(pointer: string): readonly string[] {
  return pointerTokens(pointer).filter((_, index) => index % 2 === 1);
}

function partOf(
  root: CommandNode,
  { whole, tool }: { readonly whole: AtipTool; readonly tool: AtipTool },
  commands: readonly FlatCommand[],
  left: readonly FlatCommand[],
): CommandPart {
  const pointers = new Set(left.map(({ pointer }) => pointer));
  const leftOut = commands.filter(({ pointer }) => !pointers.has(pointer));
  // Deeper than any tree: what is left without a filter, with what the document itself leaves out.
  const filter: CommandFilter = { depth: 1000 };
  const { totalCommands, includedCommands } = tool === whole ? selectCommands(whole, filter) : tool;
  const [total, included] = [totalCommands ?? commands.length, includedCommands ?? left.length];
  const has = (value: boolean | undefined): number =>
    leftOut.filter(({ effects }) => effects.destructive === value).length;
  return {
    total,
    included,
    leftOutDestroy: has(true),
    leftOutUnstated: has(undefined) + total - included - leftOut.length,
    tokens: includedTokens(root),
  };
}

function includedTokens({ kind, part, tokens, children }: CommandNode): number {
  if (kind !== 'group') return part === 'all' ? tokens : 0;
  return children.reduce((sum, child) => sum + includedTokens(child), 0);
}
