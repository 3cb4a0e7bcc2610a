import type { CommandFilter } from '@atip/core';

/** What a word may hold without quotes in any shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * The command line that asks a tool for the same part of itself, for a POSIX shell.
 *
 * Shape: `("gh", { commands: ["pr create", "repo"], depth: 2 })` → `"gh --agent --commands='pr create,repo' --depth=2"`.
 * `undefined` where no command line can say it: for names with commas or with characters that cannot be seen, for no command at
 * all, and for the tool's own command, whose name is empty.
 */
export function agentLine(tool: string, { commands, depth }: CommandFilter): string | undefined {
  const names = commands ?? [];
  if ([tool, ...names].some((name) => name === '' || /[\p{C}\p{Zl}\p{Zp}]/u.test(name))) return undefined;
  if (commands?.length === 0 || names.some((name) => name.includes(','))) return undefined;
  return [
    quoted(tool),
    '--agent',
    ...(commands ? [`--commands=${quoted(names.join(','))}`] : []),
    ...(depth === undefined ? [] : [`--depth=${depth}`]),
  ].join(' ');
}

function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
