import { hasControl, type ForeignCode } from './foreign-data.ts';
import type { AtipCommand, AtipOption, AtipTool } from '@atip/core';
import { joinPointer, MAX_COMMANDS, MAX_GLOBAL_USES, MAX_NODES, MAX_SOURCE_LENGTH } from '@atip/core/internal';

/** A source's facts about one place in the tree. */
export interface Branch<Source> {
  /** The place itself, without its children. A group's effects apply to everything below it. */
  readonly command: AtipCommand;
  /** Facts about a group, whether or not it can be run itself: a danger, other names. */
  readonly group: Pick<AtipCommand, 'effects' | 'x-aliases' | 'x-deprecated'>;
  /** Options that every command below inherits. */
  readonly persistent: readonly AtipOption[];
  /** True if a group can be run itself. Absent: if it has parameters. */
  readonly runs?: boolean;
  readonly children: readonly Source[];
}

interface Reader<Source> {
  /** The names of a child, its own first; the first unique one becomes its key. */
  readonly namesOf: (source: Source) => readonly string[];
  /** @param pointer JSON Pointer of the place in the tool, for losses */
  readonly read: (source: Source, pointer: string) => Branch<Source>;
  readonly lose: (code: ForeignCode, pointer: string) => void;
  /** True: the tool may exceed a document's size. Absent: the excess is omitted. */
  readonly whole?: boolean | undefined;
}

/** A level of commands takes two of a document, which may have 100. */
const MAX_LEVELS = 40;
const MAX_NAME = 200;
const MAX_POINTER = 1500;

interface Growth<Source> extends Reader<Source> {
  readonly budget: Budget;
  commands: number;
}

interface Place {
  readonly pointer: string;
  readonly level: number;
  readonly inherited: readonly AtipOption[];
}

/** The fields of a tool whose commands are incomplete. */
type Omitted = Pick<AtipTool, 'partial' | 'omitted'> & { readonly 'x-omitted-commands'?: number };

/** The tree, and its root's other facts. */
type GrownTree = Pick<AtipTool, 'description' | 'commands' | 'globalOptions' | 'effects'> & Omitted;

/**
 * Makes the tree of commands of a tool.
 *
 * A group that can be run gets a `""` child. The root's persistent options become global options, those of a group
 * become options of each command below it. Commands that do not fit into a document, or could not be called, are
 * omitted with a loss; their group counts them in `x-omitted-commands`.
 */
export function growTree<Source>(root: Source, reader: Reader<Source>): GrownTree {
  const growth: Growth<Source> = { ...reader, budget: createBudget(reader.whole === true), commands: 0 };
  const branch = reader.read(root, '');
  const { description } = branch.command;
  if (branch.children.length === 0) {
    const own = leaf(branch, branch.persistent, { pointer: '/commands/', level: 1, inherited: [] }, growth);
    return { description, commands: own ? { '': own } : {}, ...(own === undefined && partial(1)) };
  }
  const globals = globalsOf(branch.persistent, growth);
  const { commands, omitted } = grow({ ...branch, persistent: [] }, { pointer: '', level: 0, inherited: [] }, growth);
  const kept = fewEnough(globals, growth);
  return {
    description,
    ...(branch.group.effects && { effects: branch.group.effects }),
    ...(kept.length > 0 && { globalOptions: kept }),
    commands,
    ...(omitted > 0 && partial(omitted)),
  };
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
  place: Place,
  growth: Growth<Source>,
): { readonly commands: Record<string, AtipCommand>; readonly omitted: number } {
  const commands = new Map<string, AtipCommand>();
  let omitted = 0;
  const { command, persistent, runs } = branch;
  const takes = (command.arguments ?? []).length + (command.options ?? []).length + persistent.length > 0;
  if (runs ?? takes) {
    const own = leaf(branch, persistent, { ...place, pointer: `${place.pointer}/commands/` }, growth);
    if (own) commands.set('', own);
    else omitted += 1;
  }
  const below = { level: place.level + 1, inherited: [...place.inherited, ...persistent] };
  for (const child of branch.children) {
    const names = growth.namesOf(child).filter(isKey);
    const key = names.find((name) => !commands.has(name));
    if (key === undefined) {
      growth.lose('import-lost-command', place.pointer);
      continue;
    }
    const pointer = joinPointer(place.pointer, 'commands', key);
    const grown = growChild(child, { ...below, pointer, key }, growth);
    if (grown) commands.set(key, grown);
    else omitted += 1;
  }
  // A group without remaining children is not a command either.
  if (commands.size === 0) omitted = Math.max(omitted, branch.children.length);
  return { commands: Object.fromEntries(commands), omitted };
}

function growChild<Source>(
  child: Source,
  place: Place & { readonly key: string },
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
  if (branch.children.length === 0) return leaf(branch, branch.persistent, place, growth);
  const node = { description: branch.command.description, ...branch.group };
  if (!growth.budget.take(node)) {
    growth.lose('import-too-large', place.pointer);
    return undefined;
  }
  const { commands, omitted } = grow(branch, place, growth);
  return { ...node, ...(omitted > 0 && { 'x-omitted-commands': omitted }), commands };
}

/** One command, with inherited options unless it has its own with such a flag. */
function leaf<Source>(
  { command }: Branch<Source>,
  persistent: readonly AtipOption[],
  { inherited, pointer }: Place,
  growth: Growth<Source>,
): AtipCommand | undefined {
  growth.commands += 1;
  const own = [...(command.options ?? []), ...persistent];
  const taken = new Set(own.flatMap(({ flags }) => flags));
  const options = [...own, ...inherited.filter(({ flags }) => !flags.some((flag) => taken.has(flag)))];
  const whole = { ...command, ...(options.length > 0 && { options }) };
  const fitting = growth.commands > MAX_COMMANDS ? undefined : fitCommand(whole, growth.budget);
  if (fitting !== whole) growth.lose('import-too-large', pointer);
  return fitting;
}

function globalsOf<Source>(options: readonly AtipOption[], growth: Growth<Source>): AtipOption[] {
  const fitting = options.filter((option) => growth.budget.take(option));
  if (fitting.length < options.length) growth.lose('import-too-large', '/globalOptions');
  return fitting;
}

function fewEnough<Source>(options: readonly AtipOption[], growth: Growth<Source>): AtipOption[] {
  const fitting = options.slice(0, Math.floor(MAX_GLOBAL_USES / Math.max(1, growth.commands)));
  if (fitting.length < options.length) growth.lose('import-too-large', '/globalOptions');
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

/** Counts values and text like the reader of documents. `whole`: the only limit is 50 million values. */
function createBudget(whole: boolean): Budget {
  const left: Room = whole
    ? { values: 50_000_000, characters: Number.MAX_SAFE_INTEGER }
    : { values: Math.floor(MAX_NODES * (1 - RESERVED)), characters: Math.floor(MAX_SOURCE_LENGTH * (1 - RESERVED)) };
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
