import { countOf } from './health.ts';
import { visibleArgument } from './visible-text.ts';

/** Longest command line on a button, in UTF-16 units. */
const MAX_LENGTH = 48;

/**
 * The approving button's words: what will happen instead of "OK".
 *
 * Shape: `["/usr/bin/git", "branch", "-D", "old"]` → `"Run git branch -D old"`. A longer one is cut between two arguments
 * and says what is missing: `"Run sh -c … (2 arguments, 16,020 characters)"`. The dialog shows every argument whole.
 */
export function verbOf(argv: readonly string[]): string {
  const [executable = '', ...rest] = argv;
  const words = [executable.replace(/^.*[/\\](?=.)/, ''), ...rest].map(visibleArgument);
  const line = words.join(' ');
  if (line.length <= MAX_LENGTH) return `Run ${line}`;
  const characters = rest.reduce((sum, argument) => sum + argument.length, 0);
  return `Run ${startOf(words)}… (${countOf(rest.length, 'argument')}, ${countOf(characters, 'character')})`;
}

/** As many whole words as fit, each with a space behind it. */
function startOf(words: readonly string[]): string {
  let start = '';
  for (const word of words) {
    if (start.length + word.length >= MAX_LENGTH) break;
    start += `${word} `;
  }
  return start;
}
