import { hasControl, type ForeignCode } from './foreign-data.ts';
import type { AtipCommand, AtipTool } from '@atip/core';
import { joinPointer, MAX_COMMANDS, MAX_NODES, MAX_SOURCE_LENGTH } from '@atip/core/internal';

/** A source's facts about one place in the tree. */
export interface Branch<Source> {
  /** The place itself, without its children. */
  readonly command: AtipCommand;
  /** Facts about a group, whether or not it can be run itself: other names. */
  readonly group: Pick<AtipCommand, 'x-aliases' | 'x-deprecated'>;
  /** True if a group can be run itself. */
  readonly runs: boolean;
  readonly children: readonly Source[];
}

interface Reader<Source> {
  /** The names of a child, its own first; the first unique one becomes its key. */
  readonly namesOf: (source: Source) => readonly string[];
  /** @param pointer JSON Pointer of the place in the tool, for losses */
  readonly read: (source: Source, pointer: string) => Branch<Source>;
  readonly lose: (code: ForeignCode, pointer: string) => void;
}

/** A level of commands takes two of a document, which may have 100. */
const MAX_LEVELS = 40;
const MAX_NAME = 200;
const MAX_POINTER = 1500;

interface Growth<Source> extends Reader<Source> {
  readonly budget: Budget;
  commands: number;
}

interface Position {
  readonly pointer: string;
  readonly level: number;
}

/** The fields of a tool whose commands are incomplete. */
type Omitted = Pick<AtipTool, 'partial' | 'omitted'> & { readonly 'x-omitted-commands'?: number };

/** The tree, and its root's other facts. */
type GrownTree = Pick<AtipTool, 'description' | 'commands'> & Omitted;

/**
 * Makes the tree of commands of a tool.
 *
 * A group that can be run gets a `""` child. Commands that do not fit into a document, or could not be called, are
 * omitted with a loss; their group counts them in `x-omitted-commands`.
 */
export function growTree<Source>(root: Source, reader: Reader<Source>): GrownTree {
  const growth: Growth<Source> = { ...reader, budget: createBudget(), commands: 0 };
  const branch = reader.read(root, '');
  const { description } = branch.command;
  if (branch.children.length === 0) {
    if (!branch.runs) return { description, commands: {} };
    const own = leaf(branch, '/commands/', growth);
    return { description, commands: own ? { '': own } : {}, ...(own === undefined && partial(1)) };
  }
  const { commands, omitted } = grow(branch, { pointer: '', level: 0 }, growth);
  return { description, commands, ...(omitted > 0 && partial(omitted)) };
}

function partial(omitted: number): Omitted {
  return {
    partial: true,
    omitted: { reason: 'size-limited', safetyAssumption: 'unknown' },
    'x-omitted-commands': omitted,
  };
}

function grow<Source>(
  branch: Branch<Source>,
  place: Position,
  growth: Growth<Source>,
): { readonly commands: Record<string, AtipCommand>; readonly omitted: number } {
  const commands = new Map<string, AtipCommand>();
  let omitted = 0;
  if (branch.runs) {
    const own = leaf(branch, `${place.pointer}/commands/`, growth);
    if (own) commands.set('', own);
    else omitted += 1;
  }
  for (const child of branch.children) {
    const names = growth.namesOf(child).filter(isKey);
    const key = names.find((name) => !commands.has(name));
    if (key === undefined) {
      growth.lose('import-lost-command', place.pointer);
      continue;
    }
    const pointer = joinPointer(place.pointer, 'commands', key);
    const grown = growChild(child, { level: place.level + 1, pointer, key }, growth);
    if (grown) commands.set(key, grown);
    else omitted += 1;
  }
  // A group without remaining children is not a command either.
  if (commands.size === 0) omitted = Math.max(omitted, branch.children.length);
  return { commands: Object.fromEntries(commands), omitted };
}

function growChild<Source>(
  child: Source,
  place: Position & { readonly key: string },
  growth: Growth<Source>,
): AtipCommand | undefined {
  if (place.level > MAX_LEVELS || place.pointer.length > MAX_POINTER) {
    growth.lose('import-too-deep', place.pointer);
    return undefined;
  }
  // Counts the key; its content is counted when it is known.
  if (!growth.budget.take(place.key)) {
    growth.lose('import-too-large', place.pointer);
    return undefined;
  }
  const branch = growth.read(child, place.pointer);
  if (branch.children.length === 0) return leaf(branch, place.pointer, growth);
  const node = { description: branch.command.description, ...branch.group };
  if (!growth.budget.take(node)) {
    growth.lose('import-too-large', place.pointer);
    return undefined;
  }
  const { commands, omitted } = grow(branch, place, growth);
  return { ...node, ...(omitted > 0 && { 'x-omitted-commands': omitted }), commands };
}

function leaf<Source>({ command }: Branch<Source>, pointer: string, growth: Growth<Source>): AtipCommand | undefined {
  growth.commands += 1;
  const fitting = growth.commands > MAX_COMMANDS ? undefined : fitCommand(command, growth.budget);
  if (fitting !== command) growth.lose('import-too-large', pointer);
  return fitting;
}

/** `__proto__` is not accepted as a name: it changes objects in other programs. */
function isKey(name: string): boolean {
  return name !== '' && name.length <= MAX_NAME && name !== '__proto__' && !hasControl(name);
}

/** Drops the options that do not fit. @returns undefined when the command could not be called correctly without one. */
function fitCommand(command: AtipCommand, budget: Budget): AtipCommand | undefined {
  if (budget.take(command)) return command;
  const { options = [], ...rest } = command;
  if (!budget.take(rest)) return undefined;
  const fitting = options.filter((option) => option.required === true && budget.take(option));
  if (fitting.length < options.filter(({ required }) => required === true).length) return undefined;
  const kept = new Set(fitting);
  for (const option of options) {
    if (option.required === true) continue;
    if (!budget.take(option)) break;
    kept.add(option);
  }
  return { ...rest, options: options.filter((option) => kept.has(option)) };
}

interface Budget {
  /** Counts a JSON value and returns whether it fits; otherwise it is not counted. */
  readonly take: (value: unknown) => boolean;
}

/** The share that the root may need. */
const RESERVED = 0.02;
/** Characters between values, and around a group's commands. */
const SEPARATORS = 40;

/** Counts values and text like the reader of documents. */
function createBudget(): Budget {
  const left: Room = {
    values: Math.floor(MAX_NODES * (1 - RESERVED)),
    characters: Math.floor(MAX_SOURCE_LENGTH * (1 - RESERVED)),
  };
  return {
    take: (value) => {
      const room = { values: left.values, characters: left.characters - SEPARATORS };
      if (!fits(value, room)) return false;
      Object.assign(left, room);
      return true;
    },
  };
}

interface Room {
  values: number;
  characters: number;
}

/** Takes the value from the room, and stops when it is full: large values that do not fit are tried often. */
function fits(value: unknown, room: Room): boolean {
  room.values -= 1;
  if (Array.isArray(value)) {
    room.characters -= 2 + value.length;
    return isLeft(room) && value.every((item) => fits(item, room));
  }
  if (typeof value === 'object' && value !== null) {
    room.characters -= 2;
    return Object.entries(value).every(([key, member]) => {
      room.characters -= key.length + 4;
      return isLeft(room) && fits(member, room);
    });
  }
  room.characters -= typeof value === 'string' ? JSON.stringify(value).length : String(value).length;
  return isLeft(room);
}

function isLeft({ values, characters }: Room): boolean {
  return values >= 0 && characters >= 0;
}
