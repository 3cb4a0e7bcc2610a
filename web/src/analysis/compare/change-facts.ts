/** What a change is about on either side: in words, and where. */
import {
  type AtipTool,
  type FlatCommand,
  flattenCommands,
  type Parameter,
  parametersOf,
  type ToolChange,
  trustSourceOf,
} from '@atip/core';

/** One side of a change. */
export interface ChangeSide {
  /** What stood there in a few words, such as `"enum, optional"`; absent where there was nothing. */
  readonly words?: string;
  /** JSON Pointer of the place; of something missing, where it would be. */
  readonly pointer: string;
}

/** A tool with its commands by path. */
export interface CommandTable {
  readonly tool: AtipTool;
  readonly commands: ReadonlyMap<string, FlatCommand>;
}

/** Prepares a tool for questions about its commands. */
export function tableOf(tool: AtipTool): CommandTable {
  return { tool, commands: new Map(flattenCommands(tool).map((command) => [JSON.stringify(command.path), command])) };
}

/** What a change found on one side of the comparison. */
export function changeSide(change: ToolChange, table: CommandTable): ChangeSide {
  const { tool, commands } = table;
  if (change.path === undefined) return rootSide(change, tool);
  const command = commands.get(JSON.stringify(change.path));
  if (command === undefined) return { pointer: change.path.map((key) => `/commands/${escapeToken(key)}`).join('') };
  if (change.code === 'command-added' || change.code === 'command-removed') {
    return { words: command.metadata.description, pointer: command.pointer };
  }
  if (change.code === 'effect-raised' || change.code === 'effect-lowered') return effectSide(change, command);
  if (change.name === undefined) {
    return { words: command.metadata.description, pointer: `${command.pointer}/description` };
  }
  return parameterSide(change, command);
}

function rootSide({ code }: ToolChange, tool: AtipTool): ChangeSide {
  return code === 'trust-changed'
    ? { words: trustSourceOf(tool), pointer: '/trust' }
    : { words: tool.description, pointer: '/description' };
}

/** Core names the parameter that an effect comes with at the start of its sentence. */
function effectSide({ name = '', message }: ToolChange, command: FlatCommand): ChangeSide {
  const parameters = parametersOf(command);
  const cause = parameters.find(({ source }) => message.startsWith(`When ${source.name} is given, `));
  if (cause !== undefined) {
    const pointer = pointerOf(cause, command);
    return { words: wordOf(valueAt(cause.source['x-effects'], name)), pointer: `${pointer}/x-effects` };
  }
  // Of a parameter that only the other side has, nothing is added here.
  if (message.startsWith('When ')) return { words: 'not stated', pointer: command.pointer };
  const pointer = `${command.pointer}/effects/${name.replaceAll('.', '/')}`;
  return { words: wordOf(valueAt(command.effects, name)), pointer };
}

function parameterSide({ name, code }: ToolChange, command: FlatCommand): ChangeSide {
  const parameter = parametersOf(command).find(({ source }) => source.name === name);
  if (parameter === undefined) return { pointer: command.pointer };
  const pointer = pointerOf(parameter, command);
  const field = FIELDS[code];
  return { words: parameterWords(parameter, code), pointer: field === undefined ? pointer : `${pointer}/${field}` };
}

const FIELDS: Readonly<Partial<Record<ToolChange['code'], string>>> = {
  'type-changed': 'type',
  'parameter-optional': 'required',
  'choices-narrowed': 'enum',
  'choices-widened': 'enum',
  'flags-changed': 'flags',
  'default-changed': 'default',
  'description-changed': 'description',
};

function parameterWords({ source, required, kind }: Parameter, code: ToolChange['code']): string {
  switch (code) {
    case 'choices-narrowed':
    case 'choices-widened':
      return source.enum === undefined ? 'any value' : source.enum.map(String).join(', ');
    case 'type-changed':
      return source.type;
    case 'flags-changed':
      return kind === 'option' ? source.flags.join(', ') : 'by its place';
    case 'default-changed':
      return source.default === undefined ? 'none' : JSON.stringify(source.default);
    case 'description-changed':
      return source.description;
    default:
      return `${kind}, ${source.type}, ${required ? 'required' : 'optional'}`;
  }
}

function pointerOf({ global, pointer }: Parameter, command: FlatCommand): string {
  return global ? pointer : command.pointer + pointer;
}

function valueAt(value: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((found, key) => {
    return typeof found === 'object' && found !== null
      ? new Map<string, unknown>(Object.entries(found)).get(key)
      : undefined;
  }, value);
}

function wordOf(value: unknown): string {
  if (value === undefined) return 'not stated';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
