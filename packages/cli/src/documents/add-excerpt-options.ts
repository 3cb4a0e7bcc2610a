import { type Command, InvalidArgumentError } from 'commander';

/** Which commands of a tool are meant, as the options leave them; fits `selectCommands`. */
export interface ExcerptOptions {
  readonly commands?: readonly string[];
  readonly depth?: number;
}

/**
 * Adds `--commands` and `--depth`, which choose a part of a tool's commands.
 *
 * @param when what comes before the description, such as `with --agent: `
 */
export function addExcerptOptions(command: Command, when = ''): Command {
  return command
    .option('--commands <names>', `${when}only these commands, with commas between: "pr,issue create"`, parseNames)
    .option('--depth <n>', `${when}only so many levels of commands; 1 is the top level`, parseDepth);
}

function parseNames(text: string): readonly string[] {
  return text.split(',').map((name) => name.trim());
}

function parseDepth(text: string): number {
  const depth = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (depth < 1) throw new InvalidArgumentError('A whole number above 0 is expected.');
  return depth;
}
