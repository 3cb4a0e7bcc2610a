import { isRecord } from '../json/is-record.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';

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
  return { ...tool, commands: markBelow(tool.commands, depth) };
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

/** A command that was given in full, marked so that no reader of an overview takes it or its children for groups. */
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
    for (const [key, value] of Object.entries(commands)) {
      if (!isRecord(value)) continue;
      const node = value as unknown as AtipCommand;
      const own = key === '' ? path : [...path, key];
      const isLeaf = !hasSubcommands(node);
      const isCut = isLeaf && own.length >= depth && mayBeGroup(key, node);
      // In a whole tool only an override leaves commands out of a group.
      const isMarked = node[OMITTED_COMMANDS] !== undefined && (isLeaf || tool.partial === true);
      if (isCut || isMarked) found.push(own);
      look(node.commands, own);
    }
  };
  look(tool.commands, []);
  return found;
}

/** Most groups named in the message; the rest are counted. */
const MAX_NAMED = 5;

/** Names the groups of a tool that were not read; `undefined` when all were. */
export function describeUnread(tool: AtipTool): string | undefined {
  const groups = unreadGroups(tool).map((path) => [tool.name, ...path].join(' '));
  if (groups.length === 0) return undefined;
  const named = groups
    .slice(0, MAX_NAMED)
    .map((name) => JSON.stringify(name))
    .join(', ');
  const more = groups.length > MAX_NAMED ? ` and ${groups.length - MAX_NAMED} more` : '';
  return `The commands of ${named}${more} were not read: they cannot be called, and their effects are unknown.`;
}
