// The lines over which `while read …` loops.
import type { Command, While } from 'unbash';
import type { KnownWord } from '../line/types.ts';
import type { Scope } from './reading.ts';

/** The values that `read` gives its variables for each line of a text that the line has. Undefined: nobody knows all of it. */
export function linesFor(loop: While, scope: Scope): readonly ReadonlyMap<string, KnownWord>[] | undefined {
  const { stdin, values, pipe } = scope;
  const own = stdin === 'pipe' && pipe?.lines?.areOwn ? pipe.lines.are : undefined;
  const here = typeof stdin === 'object' && !stdin.unknown ? stdin.text : undefined;
  const text = typeof own === 'object' ? `${own.join('\n')}\n` : here;
  const command = readOf(loop);
  if (text === undefined || !command) return undefined;
  const [option, ...rest] = command.args.map(({ text }) => text);
  const names = option === '-r' ? rest : [option ?? '', ...rest];
  const isPlain = names.every((name) => /^[a-z_]\w*$/i.test(name)) && new Set(names).size === names.length;
  const [ifs, ...more] = command.prefix;
  const given = ifs?.type === 'Assignment' && ifs.name === 'IFS' ? ifs.text : undefined;
  const signs = ifs ? SEPARATORS.get(given ?? '') : values.isSplitAtBlanks ? ' \t' : undefined;
  if (!isPlain || signs === undefined || more.length > 0 || (option !== '-r' && text.includes('\\'))) return undefined;
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => fieldsOf(line, names.length, signs));
  if (lines.length === 0 || lines.length > MAX_LINES) return undefined;
  return lines.map((fields) => new Map(names.map((name, at) => [name, { text: fields[at] ?? '' }])));
}

/** Signs at which `read` splits, all of them blanks. */
const SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['IFS=', ''],
  ["IFS=' '", ' '],
  ['IFS=" "', ' '],
  ["IFS=$'\\t'", '\t'],
]);

const MAX_LINES = 60;

/** The last field has all that is left. */
function fieldsOf(text: string, most: number, signs: string): readonly string[] {
  if (signs === '') return [text];
  const fields: string[] = [];
  let left = text.replace(new RegExp(`^[${signs}]+|[${signs}]+$`, 'g'), '');
  while (fields.length < most - 1 && left !== '') {
    const [field = ''] = left.split(new RegExp(`[${signs}]`), 1);
    fields.push(field);
    left = left.slice(field.length).replace(new RegExp(`^[${signs}]+`), '');
  }
  return [...fields, left];
}

/** The variable that has a line of the pipe, or its first word, in `while read -r NAME _`. */
export function perLine(loop: While, { pipe, stdin }: Scope): string | undefined {
  if (pipe?.lines === undefined || stdin !== 'pipe') return undefined;
  return readOf(loop)
    ?.args.map(({ text }) => text)
    .find((text) => /^[A-Za-z_]\w*$/.test(text));
}

/** The call of `read` by which alone a loop goes on. */
function readOf({ kind, clause }: While): Command | undefined {
  const [statement, ...others] = clause.commands;
  const command = statement?.command;
  const isRead = command?.type === 'Command' && command.name?.text === 'read' && command.redirects.length === 0;
  return isRead && kind === 'while' && others.length === 0 ? command : undefined;
}
