import { addLevel } from '../effects/merge-effects.ts';
import { AtipValidationError } from '../json/atip-error.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import { MAX_PATH_LENGTH } from '../json/limits.ts';
import { joinPointer } from '../json/pointer.ts';
import { MAX_COMMANDS, MAX_GLOBAL_USES } from '../document/check-commands.ts';
import type { NameSeparator } from '../types/provider.ts';
import type { AtipCommand, AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';
import {
  assertCommand,
  assertEffects,
  assertRecord,
  assertTool,
  hidden,
  hiddenInNames,
  invalid,
} from './assert-document.ts';
import { hasOwnNames, isPortableName, MAX_NAME_LENGTH, settleNames, programOf } from './name-command.ts';
import { isSettled, settleLike, ToolCache } from '../json/settled.ts';

/**
 * Far beyond any real tool. Together with `MAX_COMMANDS` it stops cyclic documents and those made to exhaust stack or
 * memory.
 */
const MAX_DEPTH = 100;

/**
 * Called for a command, or a group, that cannot be compiled.
 * @param isHidden true if its names have hidden characters: such a command is left out everywhere
 */
export type Refuse = (pointer: string, error: AtipValidationError, isHidden: boolean) => void;

/** The `Refuse` of callers that want an error rather than a part of the tool. */
export const refuseTool: Refuse = (_pointer, error, isHidden) => {
  if (!isHidden) throw error;
};

/**
 * Lists a tool's invocable commands, depth first and in document order. This checks once all facts that compiling
 * needs.
 *
 * Shape: `{ commands: { pr: { commands: { create } } } }` → `[{ name: "gh_pr_create", path: ["pr", "create"], … }]`.
 * The empty key means the parent itself: `curl`'s `""` is called `curl` and has the path `[]`. Entries of an overview
 * that may be groups are skipped, and so are commands with hidden characters in their names. Names are unique within
 * the tool, also when letter case is ignored.
 * Limits: 100 levels, 100,000 commands.
 *
 * @throws AtipValidationError when a field that compiling needs is missing or of the wrong type, the tree is too large,
 * or two commands cannot be told apart by name
 * @see ATIP 0.3 §8.2 rule 3
 * @example
 * ```ts
 * import { type AtipTool, flattenCommands } from '@atip/core';
 * declare const git: AtipTool;
 * flattenCommands(git).map(({ name }) => name); // ['git_status', 'git_clean']
 * ```
 */
export function flattenCommands(tool: AtipTool): FlatCommand[] {
  return [...listCommands(tool, refuseTool)];
}

/**
 * Lists the commands of a tool that can be compiled, skipping the others. @throws AtipValidationError about the tool
 * itself
 */
export function soundCommands(tool: AtipTool, separator?: NameSeparator): readonly FlatCommand[] {
  return listCommands(tool, () => undefined, separator);
}

interface Listing {
  readonly commands: readonly FlatCommand[];
  readonly refusals: readonly Parameters<Refuse>[];
}

const LISTINGS = /* @__PURE__ */ new ToolCache<Listing>();

/**
 * `flattenCommands` without the refused commands. These keep their claim to a name, because other names depend on it.
 */
export function listCommands(tool: AtipTool, refuse: Refuse, separator: NameSeparator = '_'): readonly FlatCommand[] {
  // The cache takes objects only.
  assertRecord(tool, '');
  const { commands, refusals } = LISTINGS.get(tool, separator, () => listAll(tool, separator));
  for (const refusal of refusals) refuse(...refusal);
  return commands;
}

function listAll(tool: AtipTool, separator: NameSeparator): Listing {
  const isChecked = isSettled(tool);
  if (!isChecked) assertTool(tool);
  const refusals: Parameters<Refuse>[] = [];
  const refuse: Refuse = (...refusal) => refusals.push(refusal);
  const doubted = hasOwnNames(tool) || !isPortableName(programOf(tool));
  const walk: Walk = {
    tool,
    refuse,
    leaves: [],
    refused: new Set(),
    doubtful: doubted,
    cutFrom: overviewDepth(tool),
    isChecked,
  };
  if (tool.commands !== undefined) {
    const effects = tool.effects === undefined ? {} : addLevel({}, tool.effects);
    collect(walk, tool.commands, {
      path: [],
      name: programOf(tool),
      pointer: '/commands',
      effects,
      depth: 0,
      isSound: true,
    });
  }
  const { leaves, refused, doubtful } = walk;
  const options = tool.globalOptions?.length ?? 0;
  if (options * leaves.length > MAX_GLOBAL_USES) throw invalid('/globalOptions', 'are too many', options);
  const commands = doubtful || separator !== '_' ? settleNames(leaves, separator) : leaves;
  return { commands: refused.size === 0 ? commands : commands.filter((_one, index) => !refused.has(index)), refusals };
}

interface Level {
  readonly path: readonly string[];
  readonly name: string;
  readonly pointer: string;
  readonly effects: AtipEffects;
  readonly depth: number;
  /** False below a group that is refused. */
  readonly isSound: boolean;
}

interface Walk {
  readonly tool: AtipTool;
  readonly refuse: Refuse;
  readonly leaves: FlatCommand[];
  /** Indexes of refused leaves. */
  readonly refused: Set<number>;
  /** True once two commands might share a name, or a name is not portable. */
  doubtful: boolean;
  /** See `overviewDepth`. */
  readonly cutFrom: number;
  /** True for a settled document: `parseTool` has checked the commands. */
  readonly isChecked: boolean;
}

function collect(walk: Walk, commands: unknown, level: Level): void {
  const { path, name, pointer, depth } = level;
  if (depth > MAX_DEPTH) throw invalid(pointer, 'is too deep', depth);
  const nodes = assertRecord(commands, pointer);
  const keys = Object.keys(nodes);
  const values = Object.values(nodes);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? '';
    const plain = isPlain(key);
    const at = plain ? `${pointer}/${key}` : joinPointer(pointer, key);
    const own = key === '' ? path : extend(path, key);
    const ownName = key === '' ? name : `${name}_${key}`;
    if (ownName.length > MAX_PATH_LENGTH) throw invalid(at, 'is too long', ownName.length);
    if (!plain) walk.doubtful = true;
    const value = values[index];
    // `check` validates it and refuses a value that is no object.
    const metadata = (isRecord(value) ? value : {}) as unknown as AtipCommand;
    const isGroup = hasCommands(metadata);
    const isSound = (walk.isChecked || check(walk, key, value, isGroup, at)) && level.isSound;
    const { effects: stated } = metadata;
    const effects = stated === undefined || !isSound ? level.effects : addLevel(level.effects, stated);
    if (isGroup) {
      // Commands below an empty key have paths that other commands may have too.
      if (key === '') walk.doubtful = true;
      if (!isRecord(metadata.commands)) continue;
      const below = { path: own, name: ownName, pointer: `${at}/commands`, effects, depth: depth + 1, isSound };
      collect(walk, metadata.commands, below);
    } else if (metadata[OMITTED_COMMANDS] === undefined && (depth + 1 < walk.cutFrom || !mayBeGroup(key, metadata))) {
      // With plain keys after a portable tool name, only the length can make a name not portable.
      if (ownName.length > MAX_NAME_LENGTH) walk.doubtful = true;
      if (!isSound) walk.refused.add(walk.leaves.length);
      walk.leaves.push({ name: ownName, tool: walk.tool, path: own, pointer: at, metadata, effects });
      if (walk.leaves.length > MAX_COMMANDS) throw invalid(at, 'is one too many', key);
    }
  }
}

const NO_PARAMETERS: AtipCommand = { description: '' };

function check(walk: Walk, key: string, value: unknown, isGroup: boolean, pointer: string): boolean {
  try {
    assertRecord(value, pointer);
    // The fields that are read are checked below.
    const metadata = value as unknown as AtipCommand;
    if (metadata.effects !== undefined) assertEffects(metadata.effects, pointer);
    if (isGroup) assertRecord(metadata.commands, `${pointer}/commands`);
    else assertCommand(metadata, pointer);
    const found = hiddenInNames(key, isGroup ? NO_PARAMETERS : metadata);
    if (found !== '') walk.refuse(pointer, hidden(pointer, found), true);
    return found === '';
  } catch (error) {
    if (!(error instanceof AtipValidationError)) throw error;
    walk.refuse(pointer, error, false);
    return false;
  }
}

/**
 * True for keys of `[a-z0-9-]`: joined by `_`, no two such paths share a name. A loop, because starting a regular
 * expression takes longer.
 */
function isPlain(key: string): boolean {
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    if (!((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d)) return false;
  }
  return true;
}

/** Without spreading, which measurably slows down two levels, where most commands are. */
function extend(path: readonly string[], key: string): string[] {
  const [first, second] = path;
  if (first === undefined) return [key];
  return second === undefined ? [first, key] : [...path, key];
}

/** A node with subcommands is a group, and only a `""` child makes it runnable; a node without is a command. */
function hasCommands({ commands }: AtipCommand): boolean {
  return commands !== undefined && !(isRecord(commands) && Object.keys(commands).length === 0);
}

/** Number of commands in a node's mark: 0 without a mark, at least 1 with one. */
export function omittedCommands(node: object): number {
  const mark = getOwn(node, OMITTED_COMMANDS);
  if (mark === undefined) return 0;
  return typeof mark === 'number' && Number.isSafeInteger(mark) ? Math.max(1, mark) : 1;
}

/**
 * Our mark on a group, or on the tool: how many of its subcommands are left out. A marked node without subcommands is
 * not a command.
 */
export const OMITTED_COMMANDS = 'x-omitted-commands';

type Excerpt = Pick<AtipTool, 'partial' | 'filter' | 'omitted'>;

/**
 * The level of commands at which an overview ends; 1 is the top level. An excerpt that only says that depth was limited
 * may be cut at any level. `Infinity`: nothing was cut by depth.
 */
export function overviewDepth({ partial, filter, omitted }: Excerpt): number {
  if (partial !== true) return Number.POSITIVE_INFINITY;
  if (isRecord(filter) && typeof filter['depth'] === 'number') return filter['depth'];
  return isRecord(omitted) && omitted['reason'] === 'depth-limited' ? 1 : Number.POSITIVE_INFINITY;
}

/**
 * True for an entry at the end of an overview that may be a group: it has no parameters. `arguments: []` marks a
 * command that takes no arguments.
 */
export function mayBeGroup(key: string, { arguments: positional, options }: AtipCommand): boolean {
  return key !== '' && positional === undefined && options === undefined;
}

/**
 * Marks the entries of an overview that may be groups, so that nothing treats them as commands.
 *
 * Shape: `{ partial: true, filter: { depth: 1 }, commands: { pr: { description } } }` → `pr` with `x-omitted-commands:
 * 1`
 *
 * @returns the tool itself when it is whole, or was not cut by depth
 * @see ATIP 0.3 §3.1.1
 */
export function markCutGroups(tool: AtipTool): AtipTool {
  const depth = overviewDepth(tool);
  if (!Number.isFinite(depth) || !tool.commands) return tool;
  return settleLike(tool, { ...tool, commands: markBelow(tool.commands, depth) });
}

function markBelow(commands: Readonly<Record<string, AtipCommand>>, depth: number): Record<string, AtipCommand> {
  return Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, markNode(name, command, depth)]));
}

function markNode(name: string, command: AtipCommand, depth: number): AtipCommand {
  if (hasSubcommands(command)) return { ...command, commands: markBelow(command.commands, depth - 1) };
  if (depth > 1 || command[OMITTED_COMMANDS] !== undefined || !mayBeGroup(name, command)) return command;
  return { ...command, [OMITTED_COMMANDS]: 1 };
}

function hasSubcommands(command: AtipCommand): command is AtipCommand & Required<Pick<AtipCommand, 'commands'>> {
  return isRecord(command.commands) && Object.keys(command.commands).length > 0;
}

/** Marks a command that was given in full, so that no reader of an overview takes it or its children for groups. */
export function stateCommands(command: AtipCommand): AtipCommand {
  if (!hasSubcommands(command)) return mayBeGroup(' ', command) ? { ...command, arguments: [] } : command;
  const below = Object.entries(command.commands).map(([key, one]) => [key, stateCommands(one)]);
  return { ...command, commands: Object.fromEntries(below) };
}

/**
 * The groups of a tool whose commands were not read, by their keys: their effects are unknown, and they cannot be
 * called.
 *
 * Shape: an overview of `gh` → `[["pr"], ["issue"]]`; `[]` for a tool that is whole.
 */
export function unreadGroups(tool: AtipTool): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const depth = overviewDepth(tool);
  const look = (commands: unknown, path: readonly string[]): void => {
    if (!isRecord(commands)) return;
    for (const key of Object.keys(commands)) {
      const value = commands[key];
      if (!isRecord(value)) continue;
      const node = value as unknown as AtipCommand;
      const length = key === '' ? path.length : path.length + 1;
      const isLeaf = !hasSubcommands(node);
      const isCut = isLeaf && length >= depth && mayBeGroup(key, node);
      // In a whole tool only an override leaves commands out of a group.
      const isMarked = node[OMITTED_COMMANDS] !== undefined && (isLeaf || tool.partial === true);
      if (isLeaf && !isCut && !isMarked) continue;
      const own = key === '' ? path : [...path, key];
      if (isCut || isMarked) found.push(own);
      if (!isLeaf) look(node.commands, own);
    }
  };
  look(tool.commands, []);
  return found;
}

/** Most groups named in the message; the rest are counted. */
const MAX_NAMED = 5;

/** Names the groups of a tool that were not read; `undefined` when all were. */
export function describeUnread(tool: AtipTool): string | undefined {
  const groups = unreadGroups(tool).map((path) => [programOf(tool), ...path].join(' '));
  if (groups.length === 0) return undefined;
  const named = groups
    .slice(0, MAX_NAMED)
    .map((name) => JSON.stringify(name))
    .join(', ');
  const more = groups.length > MAX_NAMED ? ` and ${groups.length - MAX_NAMED} more` : '';
  return `The commands of ${named}${more} were not read: they cannot be called, and their effects are unknown.`;
}
