import type { Command, Option } from 'commander';

/** Where in a command line a word stands. */
export interface Position {
  readonly command: Command;
  /** What the command was given so far besides options. */
  readonly operands: readonly string[];
  readonly given: readonly Option[];
  /** The word is the value of this option. */
  readonly pending?: Option;
  /** After `--`: nothing is an option any more. */
  readonly optionsEnded: boolean;
}

/**
 * Reads the words before the one that is completed, as the program itself would; what it does not know is passed over.
 *
 * @param words without the program's own name
 */
export function readPosition(program: Command, words: readonly string[]): Position {
  let position: Position = { command: program, operands: [], given: [], optionsEnded: false };
  for (const word of words) position = step(position, word);
  return position;
}

function step(position: Position, word: string): Position {
  const { pending, ...rest } = position;
  if (pending) return rest;
  if (!rest.optionsEnded && word === '--') return { ...rest, optionsEnded: true };
  if (!rest.optionsEnded && /^-./.test(word)) return stepOption(rest, word);
  const below = rest.operands.length === 0 && !rest.optionsEnded ? findSubcommand(rest.command, word) : undefined;
  if (below) return { command: below, operands: [], given: [], optionsEnded: false };
  // `atip help show` and `atip show --help` are the same: what follows is a command of the one that help stands in.
  if (word === 'help' && rest.operands.length === 0 && rest.command.commands.length > 0) return rest;
  return { ...rest, operands: [...rest.operands, word] };
}

function stepOption(position: Omit<Position, 'pending'>, word: string): Position {
  const [flag = ''] = word.split('=', 1);
  const option = position.command.options.find(({ long, short }) => long === flag || short === flag);
  if (!option) return position;
  const given = [...position.given, option];
  return option.required && !word.includes('=') ? { ...position, given, pending: option } : { ...position, given };
}

function findSubcommand(command: Command, word: string): Command | undefined {
  return command.commands.find((below) => below.name() === word || below.aliases().includes(word));
}
