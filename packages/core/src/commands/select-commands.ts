import { settleLike } from '../json/settled.ts';
import { UnknownCommandError } from '../json/execute-errors.ts';
import { isPlainObject } from '../json/is-record.ts';
import { nearestName } from '../json/near-names.ts';
import { compileGlob } from '../document/match-glob.ts';
import type { AtipTool } from '../types/tool.ts';
import { documentError } from './assert-document.ts';
import { commandNames, toCommandName } from './name-command.ts';
import { pruneCommands, type Pruned, type PruneVerdict } from './prune-commands.ts';

const PREVENTED = 'The filter selects nothing';

/** The part of a tool to take. */
export interface CommandFilter {
  /**
   * Subtrees by name: the keys that lead there with spaces between, `"pr"` or `"pr create"`; `""` is the tool's own
   * command. An empty list selects nothing. Absent: all.
   */
  readonly commands?: readonly string[] | undefined;
  /** Number of levels of commands, whole and > 0; 1 is the top level only. */
  readonly depth?: number | undefined;
}

/**
 * An excerpt of a tool: the named subtrees, down to a depth; everything about the tool itself stays.
 *
 * Shape: `(gh, { commands: ["pr create"] })` → `{ …, partial: true, filter: { commands: ["pr create"], depth: null },
 * totalCommands: 3, includedCommands: 1, omitted: { reason: "filtered", safetyAssumption: "unknown" } }`.
 * A group whose subcommands are deeper than `depth` stays as an entry that cannot be called, with their number in
 * `x-omitted-commands` and the worst effects of any of them. The numbers count invocable commands; those of an excerpt
 * of an excerpt are still the whole tool's. An empty filter returns the tool unchanged.
 *
 * @throws UnknownCommandError with the unknown name and similar ones
 * @throws AtipValidationError when the filter or the tool is malformed
 * @see ATIP 0.3 §3.1.1
 * @example
 * ```ts
 * import { type AtipTool, selectCommands } from '@atip/core';
 * declare const git: AtipTool;
 * const excerpt = selectCommands(git, { commands: ['remote'], depth: 2 });
 * ```
 */
export function selectCommands(tool: AtipTool, filter: CommandFilter): AtipTool {
  const { commands, depth } = checkFilter(filter);
  if (commands === undefined && depth === undefined) return tool;
  const names = commands?.map(toCommandName);
  const pruned = prune(tool, names && new Set(names), depth ?? Number.POSITIVE_INFINITY);
  return describe(tool, pruned, { commands, depth });
}

/**
 * The names of the commands that match a pattern, for `CommandFilter`; a text without a `*` is returned as it is.
 *
 * Shape: `"remote*"` → `["remote"]`, `"pr *list"` → `["pr list", …]`; a final `" *"` is ignored, because a name covers
 * its subcommands too. `[]`: nothing matches.
 */
export function namesLike(words: string, commands: AtipTool['commands']): readonly string[] {
  const pattern = words.endsWith(' *') ? words.slice(0, -2) : words;
  return pattern.includes('*') ? matching(pattern.split(' '), commands) : [pattern];
}

function matching([first = '', ...rest]: readonly string[], commands: AtipTool['commands'] = {}): string[] {
  const fits = compileGlob(first);
  return Object.entries(commands).flatMap(([name, command]) => {
    if (name === '' || fits?.(name) !== true) return [];
    return rest.length === 0 ? [name] : matching(rest, command.commands).map((below) => `${name} ${below}`);
  });
}

function prune(tool: AtipTool, names: ReadonlySet<string> | undefined, depth: number): Pruned {
  const known = new Set<string>();
  const judge = (path: readonly string[]): PruneVerdict => {
    if (names) {
      const own = commandNames(path);
      for (const name of own) known.add(name);
      if (!own.some((name) => names.has(name))) return 'drop';
    }
    return path.length <= depth ? 'keep' : 'cut';
  };
  const pruned = pruneCommands(tool, judge, depth);
  const unknown = [...(names ?? [])].filter((name) => !known.has(name));
  if (unknown.length === 0) return pruned;
  const close = unknown.slice(0, 3).flatMap((name) => nearestName(name, [...known]) ?? []);
  throw new UnknownCommandError(unknown.join(', '), [...new Set(close)]);
}

function describe(tool: AtipTool, { commands, included, listed, hidden }: Pruned, filter: CommandFilter): AtipTool {
  const { filter: earlier, omitted } = tool;
  const names = filter.commands ?? earlier?.commands;
  const depth = Math.min(filter.depth ?? Number.POSITIVE_INFINITY, earlier?.depth ?? Number.POSITIVE_INFINITY);
  const total = Math.max(tool.totalCommands ?? 0, listed + hidden);
  const reason = filter.commands ? 'filtered' : 'depth-limited';
  const before = included === listed ? omitted : undefined;
  return settleLike(tool, {
    ...tool,
    ...(tool.commands && { commands }),
    partial: true,
    filter: { ...(names && { commands: [...names] }), depth: Number.isFinite(depth) ? depth : null },
    totalCommands: total,
    includedCommands: included,
    ...(total > included && { omitted: before ?? { reason, safetyAssumption: 'unknown' } }),
  });
}

function checkFilter(filter: CommandFilter): CommandFilter {
  if (!isPlainObject(filter)) throw documentError(PREVENTED, '', 'must be an object', filter);
  const { commands, depth }: CommandFilter = filter;
  // The copy has no holes; `every` would skip them.
  const given: unknown = Array.isArray(commands) ? [...commands] : commands;
  if (given !== undefined && !(Array.isArray(given) && given.every((name) => typeof name === 'string')))
    throw documentError(PREVENTED, '/commands', 'must be a list of names', given);
  if (depth !== undefined && !(Number.isSafeInteger(depth) && depth > 0))
    throw documentError(PREVENTED, '/depth', 'must be a whole number above 0', depth);
  return { commands, depth };
}
