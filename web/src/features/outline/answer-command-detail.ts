import {
  type AtipCommand,
  type AtipEffects,
  type AtipTool,
  type FlatCommand,
  flattenCommands,
  mergeEffects,
  type Parameter,
} from '@atip/core';
import { callEffects, parametersOf } from '@atip/core/internal';
import { readSubject, type Subject } from '../../worker/subject.ts';
import { compiledTool, type OutputQuestion } from '../output/compiled-tool.ts';
import { answerCounter, countTokens } from '../output/count-tokens.ts';
import { commandKeys } from './answer-commands.ts';

export interface CommandDetailQuestion extends Subject {
  /** JSON Pointer of a command or group; `""` is the tool. */
  readonly pointer: string;
}

export interface CommandDetail {
  readonly pointer: string;
  readonly description: string;
  /** Absent of a group: what models call it, in the part that is offered if it is in there. */
  readonly name?: string;
  readonly effects: AtipEffects;
  readonly parameters: readonly DetailParameter[];
}

export interface DetailParameter {
  readonly key: string;
  /** As on a command line: `"<repository>"`, `"-y, --yes"`. */
  readonly spelling: string;
  /** `"string"`, `"string, several"`, `"one of: open, closed"`. */
  readonly type: string;
  readonly required: boolean;
  /** As JSON; absent where there is none. */
  readonly standard?: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** True for the tool's own options. */
  readonly global: boolean;
  /** Effects that giving it adds; absent where it adds none. */
  readonly effects?: AtipEffects;
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
  const offered = read.tool === read.whole ? command : commandAt(read.tool, pointer);
  const name = (offered ?? command)?.name;
  return {
    pointer,
    description: node.description,
    ...(name !== undefined && { name }),
    effects,
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
  for (const key of commandKeys(pointer)) {
    const node: AtipCommand | undefined = commands && Object.hasOwn(commands, key) ? commands[key] : undefined;
    if (node === undefined) return [];
    levels.push(node);
    commands = node.commands;
  }
  return levels;
}

function detailParameters(command: FlatCommand): readonly DetailParameter[] {
  const bare = { ...command, command: [], effects: {} };
  return parametersOf(command).map((parameter) => {
    const { key, kind, source, required, global } = parameter;
    const effects = source['x-effects'] && callEffects(bare, { [key]: true });
    return {
      key,
      spelling: kind === 'option' ? source.flags.join(', ') : `<${source.name}>`,
      type: typeOf(parameter),
      required,
      ...(source.default !== undefined && { standard: JSON.stringify(source.default) }),
      description: source.description,
      deprecated: source['x-deprecated'] === true,
      global,
      ...(effects && { effects }),
    };
  });
}

const MAX_NAMED = 12;

function typeOf({ kind, source }: Parameter): string {
  const several = kind === 'argument' && source.variadic === true ? ', several' : '';
  const { enum: values } = source;
  if (values === undefined || values.length === 0) return source.type + several;
  const more = values.length > MAX_NAMED ? `, … ${values.length - MAX_NAMED} more` : '';
  return `one of ${values.slice(0, MAX_NAMED).join(', ')}${more}${several}`;
}

export interface SizesQuestion extends OutputQuestion {
  /** Of one command alone. Absent: of all. */
  readonly pointer?: string;
}

/** Tokens of commands as the provider is sent them, by pointer; none where the document does not compile. */
export async function answerCommandSizes(question: SizesQuestion): Promise<readonly (readonly [string, number])[]> {
  const compiled = compiledTool(question);
  if (!compiled.ok) return [];
  const { entries, tools } = compiled.compilation;
  const wanted = entries
    .map(({ pointer }, index) => ({ pointer, tool: tools[index] }))
    .filter(({ pointer }) => question.pointer === undefined || pointer === question.pointer);
  await answerCounter({});
  const report = countTokens(
    wanted.map(({ tool }) => tool),
    question.provider,
  );
  return wanted.map(({ pointer }, index) => [pointer, report.tools[index] ?? 0]);
}
