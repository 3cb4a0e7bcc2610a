import {
  type AtipCommand,
  type AtipEffects,
  type AtipTool,
  type FlatCommand,
  flattenCommands,
  mergeEffects,
  type Range,
  trustSourceOf,
  type TrustSource,
} from '@atip/core';
import { rangeOfPointer } from '../provenance/range-of-pointer.ts';
import { readSubject, type Subject } from '../subject.ts';
import { pointerKeys } from './command-tree.ts';
import { type DetailParameter, detailParameters } from './detail-parameters.ts';
import { effectFacts } from './effect-facts.ts';

export interface CommandDetailQuestion extends Subject {
  /** JSON Pointer of a command or group; `""` is the tool. */
  readonly pointer: string;
}

export interface CommandDetail {
  readonly pointer: string;
  readonly description: string;
  /** Where it stands; absent if the text has no such place. */
  readonly range?: Range;
  /** Absent of a group: what models call it, in the part that is offered if it is in there. */
  readonly name?: string;
  /** Merged over all levels. */
  readonly effects: AtipEffects;
  /** What the effects say besides the risks, a short phrase each. */
  readonly facts: readonly string[];
  readonly trust: TrustSource;
  /** True when somebody vouched for the metadata. */
  readonly verified: boolean;
  readonly aliases: readonly string[];
  readonly examples: readonly string[];
  readonly parameters: readonly DetailParameter[];
}

/** Everything about one command or group; `undefined` when the document has errors or nothing there. */
export function answerCommandDetail({ pointer, ...subject }: CommandDetailQuestion): CommandDetail | undefined {
  const read = readSubject(subject);
  if (!read.ok) return undefined;
  const levels = levelsTo(read.whole, pointer);
  const node = levels.at(-1);
  if (node === undefined) return undefined;
  const command = commandAt(read.whole, pointer);
  const effects = command?.effects ?? mergeEffects(...levels.map((level) => level.effects));
  const range = rangeOfPointer(subject.text, pointer);
  const offered = read.tool === read.whole ? command : commandAt(read.tool, pointer);
  const name = (offered ?? command)?.name;
  return {
    pointer,
    description: node.description,
    ...(range && { range }),
    ...(name !== undefined && { name }),
    effects,
    facts: effectFacts(effects),
    trust: trustSourceOf(read.whole),
    verified: read.whole.trust?.verified === true,
    aliases: ('x-aliases' in node ? node['x-aliases'] : undefined) ?? [],
    examples: ('examples' in node ? node.examples : undefined) ?? [],
    parameters: command === undefined ? [] : detailParameters(command),
  };
}

function commandAt(tool: AtipTool, pointer: string): FlatCommand | undefined {
  return flattenCommands(tool).find((command) => command.pointer === pointer);
}

/** The tool, each group, the node itself; empty where there is no such node. */
function levelsTo(tool: AtipTool, pointer: string): readonly (AtipTool | AtipCommand)[] {
  const levels: (AtipTool | AtipCommand)[] = [tool];
  let { commands } = tool;
  for (const key of pointerKeys(pointer)) {
    const node: AtipCommand | undefined = commands && Object.hasOwn(commands, key) ? commands[key] : undefined;
    if (node === undefined) return [];
    levels.push(node);
    commands = node.commands;
  }
  return levels;
}
