import { type ConfirmationContext, createResultFilter } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';

/** In UTF-16 units; beyond it nobody compares it with what was asked for. */
const MAX_LINE = 600;

/**
 * Writes a call as a person would run it at a POSIX shell, each argument quoted so that it is nothing but that argument.
 *
 * Shape: `atip run git_clean force=true 'path=a b'`. What looks like a secret is `[REDACTED]`. Where a value is more than text that
 * can be seen, or all is too long, `…` stands for the arguments: such a line is not to be pasted.
 */
export function atipRunLine({ call, mapping }: Pick<ConfirmationContext, 'call' | 'mapping'>): string {
  const command = `atip run ${quote(call.name)}`;
  const words = Object.entries(call.arguments).flatMap(([key, value]) => wordsOf(key, value));
  const { filter } = createResultFilter([mapping.tool]);
  // A parameter may be called `--policy`, which would be read as ours.
  const rest = words.some((word) => word.startsWith('-')) ? ['--', ...words] : words;
  const line = [command, ...rest.map((word) => quote(filter(word, call.name)))].join(' ');
  const isPlain = words.every((word) => escapeUnseen(word) === word);
  return isPlain && line.length <= MAX_LINE ? line : `${command} …`;
}

function wordsOf(key: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [`${key}=${String(value)}`];
  return [`${key}=${JSON.stringify(value)}`];
}

/** Within single quotes a shell reads nothing but the end of them. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
