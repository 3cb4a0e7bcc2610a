import { visibleText } from './visible-text.ts';

/** Longest command line on a button, in UTF-16 units. */
const MAX_LENGTH = 48;

/**
 * The approving button's words: what will happen instead of "OK".
 *
 * Shape: `["/usr/bin/git", "branch", "-D", "old"]` → `"Run git branch -D old"`; long ones are cut. The dialog shows the
 * executable's path and every argument whole.
 */
export function verbOf(argv: readonly string[]): string {
  const [executable = '', ...rest] = argv;
  const line = [executable.replace(/^.*[/\\](?=.)/, ''), ...rest].map(visibleText).join(' ');
  return `Run ${line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1)}…`}`;
}
