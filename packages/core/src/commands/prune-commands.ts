import { setOwn } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import type { AtipCommand, AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';
import { eitherEffects } from '../effects/merge-effects.ts';
import { markCutGroups, mayBeGroup, OMITTED_COMMANDS, flattenCommands, omittedCommands } from './flatten-commands.ts';

/** `cut` removes a command as `drop` does, and leaves a mark in its place. */
export type PruneVerdict = 'keep' | 'cut' | 'drop';

/** A command tree after pruning; the numbers are those of invocable commands. */
export interface Pruned {
  readonly commands: Record<string, AtipCommand>;
  readonly included: number;
  /** Number of listed commands, without those behind marks. */
  readonly listed: number;
  /** Number of commands behind marks before pruning. */
  readonly hidden: number;
}

interface Walk {
  readonly byPointer: ReadonlyMap<string, FlatCommand>;
  readonly judge: (path: readonly string[], command: FlatCommand | undefined) => PruneVerdict;
  readonly depth: number;
  included: number;
  hidden: number;
}

interface Cut {
  count: number;
  /** The worst effects of any of the commands; absent without commands. */
  effects?: AtipEffects;
}

/**
 * Removes commands from a tool's tree. A group that loses all of them is removed too, because a node without
 * subcommands would be a command.
 *
 * Groups above a remaining command keep their effects. A group at `depth` that loses commands to `cut` gets
 * `x-omitted-commands`; if all its commands are cut, its effects become the worst of any of them.
 *
 * @param judge is called for every command, and without a command for a group that was cut before
 * @param depth how many levels stay, > 0; `judge` keeps nothing below. Absent: all
 * @throws AtipValidationError when the tree cannot be flattened
 */
export function pruneCommands(whole: AtipTool, judge: Walk['judge'], depth: number = Number.POSITIVE_INFINITY): Pruned {
  // Refuses an invalid tool before anything else reads it.
  const byPointer = new Map(flattenCommands(whole).map((command) => [command.pointer, command]));
  const tool = markCutGroups(whole);
  const walk: Walk = { byPointer, judge, depth, included: 0, hidden: 0 };
  const commands = pruneLevel(tool.commands ?? {}, [], '/commands', walk, { count: 0 });
  return { commands, included: walk.included, listed: byPointer.size, hidden: walk.hidden };
}

function pruneLevel(
  nodes: Readonly<Record<string, AtipCommand>>,
  path: readonly string[],
  pointer: string,
  walk: Walk,
  above: Cut,
): Record<string, AtipCommand> {
  const commands: Record<string, AtipCommand> = {};
  for (const [key, node] of Object.entries(nodes)) {
    const own = key === '' ? path : [...path, key];
    const at = joinPointer(pointer, key);
    const cut: Cut = { count: 0 };
    const hidden = omittedCommands(node);
    walk.hidden += hidden;
    const below = node.commands && Object.keys(node.commands).length > 0 ? node.commands : undefined;
    const stays = below
      ? pruneGroup(node, pruneLevel(below, own, `${at}/commands`, walk, cut), own.length === walk.depth && cut, hidden)
      : pruneLeaf(key, node, own, walk.byPointer.get(at), walk, cut, hidden);
    if (stays) setOwn(commands, key, stays);
    above.count += cut.count;
    if (cut.effects) above.effects = above.effects ? eitherEffects(above.effects, cut.effects) : cut.effects;
  }
  return commands;
}

/** @param cut collects the cut commands below, for a group at the deepest remaining level */
function pruneGroup(
  node: AtipCommand,
  commands: Record<string, AtipCommand>,
  cut: Cut | false,
  hidden: number,
): AtipCommand | undefined {
  const isEmpty = Object.keys(commands).length === 0;
  const left: AtipCommand = { ...node, commands };
  if (isEmpty) delete left.commands;
  if (!cut || cut.effects === undefined) return isEmpty ? undefined : left;
  setOwn(left, OMITTED_COMMANDS, cut.count + hidden);
  // A runnable group passes its own effects on to its "" command, which cannot do the harm of its siblings.
  if (isEmpty) left.effects = cut.effects;
  return left;
}

function pruneLeaf(
  key: string,
  node: AtipCommand,
  path: readonly string[],
  command: FlatCommand | undefined,
  walk: Walk,
  cut: Cut,
  hidden: number,
): AtipCommand | undefined {
  const verdict = walk.judge(path, command);
  if (verdict === 'keep') {
    if (command) walk.included += 1;
    // Readers of the excerpt would take it for a cut group.
    const isDoubtful = command !== undefined && path.length >= walk.depth && mayBeGroup(key, node);
    return isDoubtful ? { ...node, arguments: [] } : node;
  }
  if (verdict === 'cut') {
    cut.count = hidden || 1;
    // The levels above a cut group are unknown here, so a missing statement counts as unknown.
    cut.effects = command?.effects ?? node.effects ?? {};
  }
  return undefined;
}
