import type { AtipCommand, AtipTool } from '@atip/core';

/**
 * Marks commands of an overview that may be groups whose own commands it leaves out, so that they are not taken for commands.
 *
 * An overview does not say which of its deepest entries have commands below them. One with arguments or options of its own
 * is a command; any other may be a group, and a group's name alone can mean something quite different to the program.
 * Shape: `{ partial: true, filter: { depth: 1 }, commands: { pr: { description } } }` → `pr` with `x-omitted-commands: 1`
 * @returns the tool itself when it is whole, or was not cut by depth
 * @see ATIP 0.3 §3.1.1
 */
export function markCutGroups(tool: AtipTool): AtipTool {
  const depth = tool.filter?.depth;
  if (tool.partial !== true || typeof depth !== 'number' || !tool.commands) return tool;
  return { ...tool, commands: markBelow(tool.commands, depth) };
}

function markBelow(commands: Readonly<Record<string, AtipCommand>>, depth: number): Record<string, AtipCommand> {
  return Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, markNode(name, command, depth)]));
}

function markNode(name: string, command: AtipCommand, depth: number): AtipCommand {
  if (command.commands && Object.keys(command.commands).length > 0) {
    return { ...command, commands: markBelow(command.commands, depth - 1) };
  }
  const says = command.arguments !== undefined || command.options !== undefined;
  if (depth > 1 || says || name === '' || command['x-omitted-commands'] !== undefined) return command;
  return { ...command, 'x-omitted-commands': 1 };
}
