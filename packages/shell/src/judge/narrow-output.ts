import { knownTexts } from '../line/patterns.ts';
import { programName } from '../line/program-names.ts';
import type { LinePart, LineReading } from '../line/types.ts';
import { readerOf, SUMS } from './archived-secrets.ts';

/** Programs and words, each with a blank behind it, that print numbers about what they read, or nothing. */
const COUNTS: readonly (readonly [name: RegExp, words: RegExp])[] = [
  [/^g?wc$/, /^(?:-[clmwL]+ )*(?:[^\s-]\S* )*$/],
  [SUMS, /^(?:-[bt] |-a \d+ )*(?:[^\s-]\S* )*$/],
  // A pattern with a piece of a value would tell whether a line has it.
  [
    /^[ef]?grep$/,
    /^(?=-\w*[cq])(?:-[cqivEFxs]+ )+(?:\.|=|\^(?:\.|#|[A-Z][A-Z0-9_]*|(?:\[[^\]\s]+\][*+]?){1,2})?=?|) (?:[^\s-]\S* )*$/,
  ],
];

/** Programs and words that print the names in lines such as `NAME=value`. */
const NAMES: readonly (readonly [name: RegExp, words: RegExp])[] = [
  [/^g?cut$/, /^(?:-d ?= -f ?1 |-f ?1 -d ?= )(?:-s )?$/],
  [/^g?sed$/, /^(?:-[Eru] )*(?:-e )?s([/|#,])=\.[*+]\$?\1\1g? $/],
  [/^[gmn]?awk$/, /^-F ?= (?:\/[\w^|.$()-]*\/ ?)?\{ ?print \$1;? ?\} $/],
  [/^g?e?grep$/, /^(?:-[Ei]+ )*-[Ei]*o[Ei]* \^\[(?:\^=|[\w-]+)\][*+] $/],
];

/** Programs and words that leave out some lines, or put them into another order. */
const FILTERS: readonly (readonly [name: RegExp, words: RegExp])[] = [
  [/^g?sort$/, /^(?:-[nruVf]+ )*$/],
  [/^uniq$/, /^$/],
  [/^(?:head|tail)$/, /^(?:-n ?\d+ |-\d+ )?$/],
  [/^[ef]?grep$/, /^(?:-[ivEFwx]+ )*[^\s-]\S* $/],
];

function isOne(known: typeof COUNTS, { kind, program = '', words, through, assignments }: LinePart): boolean {
  const texts = knownTexts(words.slice(1));
  if (kind !== 'program' || through.length + assignments.length > 0 || !texts) return false;
  const all = texts.map((text) => `${text} `).join('');
  return known.some(([name, fits]) => name.test(programName(program)) && fits.test(all));
}

/** True for a part that prints no piece of what it reads. */
export function printsCounts(part: LinePart): boolean {
  return isOne(COUNTS, part);
}

/** True for `env | cut -d= -f1`: of the variables, one a line, what comes behind prints the names alone, or counts them. */
export function showsNames(part: LinePart, line: LineReading): boolean {
  const isPlain = part.redirects.every(({ fd }) => fd === 2);
  const reader = isPlain ? readerOf(part, line) : undefined;
  // Another command of a group may get the rest, and one around a substitution all of it.
  if (!reader || !/^\s*(?:2>\s*\/dev\/null\s*)?\|\s*$/.test(line.text.slice(part.end, reader.start))) return false;
  return printsCounts(reader) || isOne(NAMES, reader) || (isOne(FILTERS, reader) && showsNames(reader, line));
}
