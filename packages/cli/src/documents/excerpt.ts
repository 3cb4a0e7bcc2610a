import { AtipError, type AtipTool, selectCommands } from '@atip/core';
import { UnknownCommandError } from '@atip/core/execute';
import { type Command, InvalidArgumentError } from 'commander';
import { CliError, EXIT, type CliOptions } from '../cli-host.ts';

/** Adds `--commands` and `--depth`, which choose part of a tool's commands. */
export function addExcerptOptions(command: Command): Command {
  return command
    .option('--commands <names>', 'only these commands, separated by commas: "pr,issue create"', parseNames)
    .option('--depth <n>', 'only this many levels of commands; 1 is the top level', parseDepth);
}

function parseNames(text: string): readonly string[] {
  return text.split(',').map((name) => name.trim());
}

function parseDepth(text: string): number {
  const depth = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (depth < 1) throw new InvalidArgumentError('A whole number above 0 is expected.');
  return depth;
}

/**
 * Takes the named commands, down to a depth, from the tools that have them; leaves out a tool with none of them.
 * @throws CliError `usage` for a command that no tool has, `invalid` when a tool's commands are ambiguous
 * @see ATIP 0.3 §3.1.1
 */
export function selectFromTools(tools: readonly AtipTool[], { commands, depth }: Partial<CliOptions>): AtipTool[] {
  try {
    if (commands === undefined) return tools.map((tool) => selectCommands(tool, { depth }));
    const chosen = tools.map((tool) => ({ tool, names: commands.filter((name) => hasCommand(tool, name)) }));
    const unknown = commands.filter((name) => chosen.every(({ names }) => !names.includes(name)));
    // Ask again, because this error knows the closest name.
    for (const tool of tools) if (unknown.length > 0) selectCommands(tool, { commands: unknown });
    return chosen.flatMap(({ tool, names }) =>
      names.length === 0 ? [] : [selectCommands(tool, { commands: names, depth })],
    );
  } catch (error) {
    if (error instanceof UnknownCommandError) throw new CliError(EXIT.usage, error.message, { cause: error });
    if (AtipError.isInstance(error)) throw new CliError(EXIT.invalid, error.message, { cause: error });
    throw error;
  }
}

function hasCommand(tool: AtipTool, name: string): boolean {
  try {
    selectCommands(tool, { commands: [name] });
    return true;
  } catch (error) {
    if (error instanceof UnknownCommandError) return false;
    throw error;
  }
}
