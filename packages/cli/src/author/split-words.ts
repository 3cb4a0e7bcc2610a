import { type CliHost, CliError, EXIT } from '../cli-host.ts';

/** The words of a command line before and behind `--`. */
export interface SplitWords {
  readonly files: readonly string[];
  /** A program with its first words. Empty: the command line names no program. */
  readonly program: readonly string[];
}

/**
 * Separates files from the program after `--`. Commander removes the first `--`, so we find its place in the host's own words.
 * @throws CliError `usage` when no word follows it
 */
export function splitWords(words: readonly string[], { args }: Pick<CliHost, 'args'>): SplitWords {
  const at = args.indexOf('--');
  const count = at < 0 ? 0 : args.length - at - 1;
  if (at >= 0 && count === 0)
    throw new CliError(EXIT.usage, `After -- comes the program: atip ${args[0]} -- node cli.js`);
  return { files: words.slice(0, words.length - count), program: words.slice(words.length - count) };
}
