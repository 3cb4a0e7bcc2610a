import {
  type AtipCommand,
  type AtipEffects,
  type AtipTool,
  type FlatCommand,
  flattenCommands,
  type Range,
} from '@atip/core';
import { mergeEffects } from '@atip/core/execute';
import { joinPointer, pointerTokens, valueAt, worstEffects } from '@atip/core/internal';
import { createPointerLocator } from '../document/json-place.ts';
import { DANGER_ORDER, dangerOf, RISK_ORDER, type Risk, risksOf } from '../document/risks.ts';
import { aboutTool, type NoTool, type Subject } from '../worker/subject.ts';

export interface CommandNode {
  /** JSON Pointer in the document; `""` for the tool. */
  readonly pointer: string;
  /** Keys from the tool down. The last one is `""` for a group or tool that is a command itself. */
  readonly path: readonly string[];
  /** Words that a person types: `"pr create"`; the tool itself has its own name. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** `omitted`: a group whose commands the document leaves out. */
  readonly kind: 'group' | 'command' | 'omitted';
  /** Gravest first: a command's own; a group has those of all its commands. */
  readonly risks: readonly Risk[];
  /** Risks that arguments and options can add; of a group as above. */
  readonly added: readonly Risk[];
  /** Its main mark, the gravest. Absent: everything is stated and harmless. */
  readonly danger?: Risk | undefined;
  readonly deprecated: boolean;
  /** Commands at or below it; 0 for `omitted`. */
  readonly count: number;
  /** Share of it that the document's filter leaves. */
  readonly part: 'all' | 'some' | 'none';
  /** Its words as they are searched, in lower case. */
  readonly text: string;
  readonly range?: Range | undefined;
  /** In document order. */
  readonly children: readonly CommandNode[];
}

export type CommandsAnswer = { readonly ok: true; readonly root: CommandNode } | NoTool;

const MOST_COMMANDS = 5000;

export function answerCommands(subject: Subject): CommandsAnswer {
  return aboutTool(subject, ({ tool, whole }): CommandsAnswer => {
    const commands = flattenCommands(whole);
    if (commands.length > MOST_COMMANDS) {
      const [many, most] = [commands.length.toLocaleString('en'), MOST_COMMANDS.toLocaleString('en')];
      return { ok: false, message: `This document has ${many} commands; the page lists up to ${most}.` };
    }
    const locator = createPointerLocator(subject.text);
    const known: Known = {
      flat: new Map(commands.map((command) => [command.pointer, command])),
      left: new Set(flattenCommands(tool).map(({ pointer }) => pointer)),
      markOf: (pointer) => locator?.markOf(pointer),
      tool,
    };
    const { name, description } = whole;
    const text = `${name} ${description}`.toLowerCase();
    const base: Base = { pointer: '', path: [], name, label: name, description, deprecated: false, text };
    return { ok: true, root: group(base, childrenOf(whole, base, mergeEffects(whole.effects), known)) };
  });
}

interface Known {
  readonly flat: ReadonlyMap<string, FlatCommand>;
  readonly left: ReadonlySet<string>;
  readonly markOf: (pointer: string) => Range | undefined;
  readonly tool: AtipTool;
}

function childrenOf(
  { commands = {} }: AtipTool | AtipCommand,
  above: Base,
  inherited: AtipEffects,
  known: Known,
): readonly CommandNode[] {
  return Object.entries(commands).map(([key, node]) => {
    const path = [...above.path, key];
    const pointer = joinPointer(above.pointer, 'commands', key);
    const range = known.markOf(pointer);
    const base: Base = {
      pointer,
      path,
      name: path.filter((word) => word !== '').join(' ') || above.name,
      label: key || above.label,
      description: node.description,
      deprecated: node['x-deprecated'] === true,
      text: searchText(path, node),
      range,
    };
    const effects = mergeEffects(inherited, node.effects);
    const children = childrenOf(node, base, effects, known);
    return children.length > 0 ? group(base, children) : leaf(base, effects, known);
  });
}

type Base = Pick<CommandNode, 'pointer' | 'path' | 'name' | 'label' | 'description' | 'deprecated' | 'text' | 'range'>;

function group(base: Base, children: readonly CommandNode[]): CommandNode {
  const has = (part: CommandNode['part']): boolean => children.every((child) => child.part === part);
  const danger = DANGER_ORDER.find((risk) => children.some((child) => child.danger === risk));
  return {
    ...base,
    danger,
    kind: 'group',
    risks: RISK_ORDER.filter((risk) => children.some(({ risks }) => risks.includes(risk))),
    added: RISK_ORDER.filter((risk) => children.some(({ added }) => added.includes(risk))),
    count: children.reduce((total, { count }) => total + count, 0),
    part: has('none') && children.length > 0 ? 'none' : has('all') ? 'all' : 'some',
    children,
  };
}

function leaf(base: Base, effects: AtipEffects, { flat, left, tool }: Known): CommandNode {
  const command = flat.get(base.pointer);
  const own = command?.effects ?? effects;
  const risks = risksOf(own);
  const added = command ? addedRisks(command).filter((risk) => !risks.includes(risk)) : [];
  const danger = dangerOf(own, added);
  // An excerpt may still have a group whose commands the document itself leaves out.
  const isIn = command ? left.has(base.pointer) : valueAt(tool, pointerTokens(base.pointer)) !== undefined;
  return {
    ...base,
    danger,
    kind: command ? 'command' : 'omitted',
    risks,
    added,
    count: command ? 1 : 0,
    part: isIn ? 'all' : 'none',
    children: [],
  };
}

/** Risks of a call that gives every parameter. */
function addedRisks(command: FlatCommand): readonly Risk[] {
  const worst = worstEffects(command);
  if (worst === command.effects) return [];
  return risksOf(worst).filter((risk) => risk !== 'not-stated' && risk !== 'reads');
}

function searchText(path: readonly string[], node: AtipCommand): string {
  const words = [path.join(' '), node.description, ...(node['x-aliases'] ?? [])];
  for (const { name, description } of node.arguments ?? []) words.push(name, description);
  for (const { name, flags, description } of node.options ?? []) words.push(name, ...flags, description);
  return words.join('\n').toLowerCase();
}
