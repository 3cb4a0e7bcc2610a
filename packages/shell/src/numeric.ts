import type { ParsedScript, Word, WordPart } from 'unbash';

/** Commands that only print digits, for any input. */
const NUMERIC: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  date: (args) => args.length === 1 && /^\+%(?:s|N|s%N|Y|m|d|H|M|S|j|u)$/.test(args[0] ?? ''),
  nproc: (args) => args.length === 0,
  seq: (args) => args.length > 0 && args.every((arg) => /^-?\d+$/.test(arg)),
  id: (args) => args.length === 1 && /^-[ug]$/.test(args[0] ?? ''),
  wc: (args) => args.length === 1 && /^-[clmwL]$/.test(args[0] ?? ''),
};

/**
 * The kind of number that a part of a word becomes: `$((x + 1))` may have a sign, `$(date +%s)` and `$#` have none.
 * `undefined`: it may be no number.
 */
export function numberOf(part: WordPart): 'digits' | 'signed' | undefined {
  if (part.type === 'CommandExpansion' && part.script && isNumeric(part.script))
    return /\s-\d/.test(part.text) ? 'signed' : 'digits';
  if (part.type === 'ArithmeticExpansion') return 'signed';
  return /^\$(?:[#?$!]|\{#[\w@*[\]]+\})$/.test(part.text) ? 'digits' : undefined;
}

/**
 * True for a substitution that can only give digits: `date +%s`, `… | wc -l`, `seq 1 9`.
 *
 * Without a file among the arguments, whose name `wc` would print.
 */
export function isNumeric(script: ParsedScript): boolean {
  const [statement, ...others] = script.commands;
  if (!statement || others.length > 0 || script.errors || statement.background) return false;
  const command = statement.command.type === 'Pipeline' ? statement.command.commands.at(-1) : statement.command;
  if (command?.type !== 'Command' || command.prefix.length > 0) return false;
  const inputOnly = command.redirects.every(
    (one) => one.type === 'Redirect' && (one.operator === '<' || one.descriptor !== undefined),
  );
  if (!inputOnly || !isPlain(command.name)) return false;
  const args = command.args.map((arg) => (arg.type === 'Word' && isPlain(arg) ? arg.value : undefined));
  const check = Object.hasOwn(NUMERIC, command.name.value) ? NUMERIC[command.name.value] : undefined;
  return check !== undefined && args.every((arg) => arg !== undefined) && check(args);
}

function isPlain(word: Word | undefined): word is Word {
  return word !== undefined && /^[\w+%.-]*$/.test(word.text);
}
