import type { FlatCommand } from '../types/flat-command.ts';
import type { AtipTool } from '../types/tool.ts';
import { flattenCommands } from './flatten-commands.ts';

/** Flattening a big tool takes milliseconds, a lookup must not; a tool's document is not changed once it is in use. */
const INDEXES = new WeakMap<AtipTool, ReadonlyMap<string, FlatCommand>>();

/**
 * Finds a command by its compiled name; where several tools have one of that name the last tool's is meant, as in
 * `compileTools`. Costs one look-up per tool, however many commands they have.
 */
export function findCommand(name: string, tools: readonly AtipTool[]): FlatCommand | undefined {
  for (let index = tools.length - 1; index >= 0; index--) {
    const tool = tools[index];
    const found = tool && commandIndex(tool).get(name);
    if (found) return found;
  }
  return undefined;
}

/** A tool's commands by compiled name, in document order. */
export function commandIndex(tool: AtipTool): ReadonlyMap<string, FlatCommand> {
  const known = INDEXES.get(tool);
  if (known) return known;
  const index = new Map(flattenCommands(tool).map((command) => [command.name, command]));
  INDEXES.set(tool, index);
  return index;
}
