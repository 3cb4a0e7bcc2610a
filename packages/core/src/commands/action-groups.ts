import { eitherEffects } from './either-effects.ts';
import { parentPointer } from '../json/pointer.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { FlatCommand } from '../types/flat-command.ts';
import type { AtipTool } from '../types/tool.ts';
import { flattenCommands } from './flatten-commands.ts';
import { settleNames } from './settle-names.ts';
import { shortHash } from './short-hash.ts';

/** The commands that one action tool stands for: those of one level. */
export interface ActionGroup {
  readonly name: string;
  readonly tool: AtipTool;
  readonly path: readonly string[];
  /** JSON Pointer of the group; `""` is the tool itself. */
  readonly pointer: string;
  /** By the value of `action` that chooses each: the last word of its path. */
  readonly actions: ReadonlyMap<string, FlatCommand>;
  /** What any one of the actions may do. */
  readonly effects: AtipEffects;
}

/**
 * Gathers a tool's commands by the group they are in, in the order in which the groups first have one.
 *
 * Shape: `gh pr create`, `gh pr list`, `gh browse` → `[gh_pr: create, list]`, `[gh: browse]`.
 *
 * @throws AtipValidationError as `flattenCommands`
 * @see ATIP 0.3 §8.2 rule 3, strategy B
 */
export function actionGroups(tool: AtipTool): ActionGroup[] {
  const members = new Map<string, [FlatCommand, ...FlatCommand[]]>();
  for (const command of flattenCommands(tool)) {
    const key = JSON.stringify(command.path.slice(0, -1));
    const group = members.get(key);
    if (group) group.push(command);
    else members.set(key, [command]);
  }
  return settleNames([...members.values()].map((commands) => groupOf(tool, commands)));
}

function groupOf(tool: AtipTool, commands: readonly [FlatCommand, ...FlatCommand[]]): ActionGroup {
  const [first] = commands;
  const path = first.path.slice(0, -1);
  return {
    name: [tool.name, ...path].join('_'),
    tool,
    path,
    pointer: groupPointer(first),
    actions: labelActions(commands),
    effects: commands.map(({ effects }) => effects).reduce((worst, effects) => eitherEffects(worst, effects)),
  };
}

/** A runnable group's own command stands a level deeper in the document than in its path. */
function groupPointer({ pointer, path }: FlatCommand): string {
  const levels = pointer.endsWith('/') && path.length > 0 ? 4 : 2;
  let at = pointer;
  for (let level = 0; level < levels; level++) at = parentPointer(at);
  return at;
}

function labelActions(commands: readonly FlatCommand[]): ReadonlyMap<string, FlatCommand> {
  const actions = new Map<string, FlatCommand>();
  const taken = new Set(commands.map(({ path }) => path.at(-1)));
  for (const command of commands) {
    const own = command.path.at(-1);
    // The tool itself has no word of its own below it.
    const label = own ?? (taken.has(command.tool.name) ? `run_${shortHash(command.name)}` : command.tool.name);
    actions.set(label, command);
  }
  return actions;
}
