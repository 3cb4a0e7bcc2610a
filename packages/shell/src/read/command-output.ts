import { UNKNOWN } from '@atip/core/internal';
import type { ParsedScript, Redirection, Statement, Word as ParsedWord, WordPart } from 'unbash';
import { isListed, lineTest, type List, listingOf, type Meaning, PLAIN, selectsFiles } from '../line/listings.ts';
import { HERE, knownTexts, TOP } from '../line/patterns.ts';
import type { ProcessSource, Word } from '../line/types.ts';
import { removed } from './parameter-operations.ts';
import { processesAt, processesIn, processesNamed } from './process-names.ts';

/** Reads a word of a substitution's command. */
type ReadWord = (word: ParsedWord) => readonly Word[];

/** A command whose output means something. */
interface Command {
  readonly args: readonly Word[];
  /** The meaning of its standard input; undefined: it has none, or nobody knows it. */
  readonly input: Meaning | undefined;
  readonly isPiped: boolean;
  /** Absent: nobody tells what is there. */
  readonly list?: List | undefined;
}

const DIGITS: Meaning = { number: 'digits' };
const NAME: Meaning = { plain: 'name' };
const HEX: Meaning = { plain: 'hex', signs: 'stamp' };
const PATH_HERE: Meaning = { patterns: [HERE] };

/** The output of commands; of others nobody knows it. */
const MEANINGS: Readonly<Record<string, (command: Command) => Meaning | undefined>> = {
  date: ({ args }) => meaningOfDate(knownTexts(args)),
  nproc: ({ args }) => (args.length === 0 ? DIGITS : undefined),
  getconf: ({ args }) => (/^\w*(?:NPROCESSORS|PAGE_?SIZE)\w*$/.test(wordsOf(args)) ? DIGITS : undefined),
  id: ({ args }) => (/^-[ugG]$/.test(wordsOf(args)) ? DIGITS : undefined),
  wc: ({ args }) => (/^-[clmwL]$/.test(wordsOf(args)) ? DIGITS : undefined),
  seq: ({ args }) => meaningOfSeq(args),
  uname: ({ args }) =>
    knownTexts(args)?.every((text) => /^-[smpro]$/.test(text)) && args.length < 2 ? NAME : undefined,
  pwd: ({ args }) => (knownTexts(args)?.every((text) => /^-[LP]$/.test(text)) ? PATH_HERE : undefined),
  git: (command) => meaningOfGit(knownTexts(command.args) ?? []) ?? listed('git', command),
  find: (command) => listed('find', command),
  rg: (command) => listed('rg', command),
  fd: (command) => listed('fd', command),
  fdfind: (command) => listed('fd', command),
  ls: (command) => listed('ls', command),
  gofmt: (command) => listed('gofmt', command),
  goimports: (command) => listed('goimports', command),
  shfmt: (command) => listed('shfmt', command),
  printf: ({ args }) => ownLines(args),
  grep: (command) => numbersOf(command) ?? (command.isPiped ? selected(command) : listed('grep', command)),
  mktemp: ({ args }) => meaningOfMktemp(args),
  dirname: ({ args }) => pathOf(args, directoryOf),
  basename: ({ args }) => meaningOfBasename(args),
  node: ({ args }) => (PRINTS_MAJOR.test(wordsOf(args)) ? DIGITS : undefined),
  jobs: ({ args }) => (/^(?:-[plrs]*p[lrs]*)$/.test(wordsOf(args)) ? processes([{ by: 'line' }]) : undefined),
  pgrep: ({ args }) => processes(processesNamed('pgrep', args)),
  pidof: ({ args }) => processes(processesNamed('pidof', args)),
  lsof: ({ args }) => processes(processesAt('lsof', args)),
  fuser: ({ args }) => processes(processesAt('fuser', args)),
  cat: ({ args, isPiped, input }) => (args.length === 0 && isPiped ? input : inFiles(args)),
  // Filters that only leave out some of their input, or put it into another order.
  head: kept(/^(?:-n ?\d+|-\d+)?$/),
  tail: kept(/^(?:-n ?\+?\d+|-\d+)?$/),
  sort: kept(/^(?:-[nruV]+ ?)*$/),
  uniq: kept(/^$/),
  tac: kept(/^$/),
  shuf: kept(/^(?:-n ?\d+)?$/),
  sed: kept(/^(?:-n )?(?:\d+(?:,\d+)?p|\d+q|\/[\w.^$-]+\/[pd])$/),
  cut: ({ args, input }) =>
    /^(?:-d ?: -f ?1|-f ?1 -d ?:)$/.test(wordsOf(args))
      ? numberOf(input)
      : /^-d {1,3}-f ?1$/.test(wordsOf(args))
        ? firstOf(input)
        : undefined,
  awk: ({ args, input }) =>
    /^-F ?: \{ ?print \$1;? ?\}$/.test(wordsOf(args))
      ? numberOf(input)
      : /^\{ ?print \$1;? ?\}$/.test(wordsOf(args))
        ? firstOf(input)
        : undefined,
  xargs: ({ args, input }) =>
    /^(?:-r ?|-n ?\d+ ?)*(?:echo)?$/.test(wordsOf(args)) ? joined(input) : searchedIn(args, input),
  tr: ({ args, input }) => (/^\\n\s+$/.test(wordsOf(args)) ? joined(input) : undefined),
};

/** Lines that the line itself has in its words. */
function ownLines([format, ...args]: readonly Word[]): Meaning | undefined {
  const are = knownTexts(args);
  if (!format || format.unknown || format.text !== '%s\\n' || !are || are.length === 0) return undefined;
  return are.some((text) => text.includes('\n')) ? undefined : { lines: { are, isNul: false, areOwn: true } };
}

/** `xargs grep -l PATTERN`: some of the names that come in. */
function searchedIn(args: readonly Word[], input: Meaning | undefined): Meaning | undefined {
  const at = args.findIndex(({ text }) => /^(?:grep|rg)$/.test(text));
  const [program, ...words] = at < 0 ? [] : args.slice(at);
  const flags = knownTexts(args.slice(0, at))?.join(' ') ?? '\0';
  const { lines } = input ?? {};
  if (!program || program.unknown || !lines || typeof lines.are === 'string') return undefined;
  // Others would be several words.
  const isWhole = lines.isNul ? /^(?:-0|-r0|-0r|-r -0|-0 -r)$/.test(flags) : /^(?:-r|-d \\n)?$/.test(flags);
  const arePlain = lines.are.every((name) => PLAIN.test(name));
  const isFine = isWhole && arePlain && selectsFiles(program.text, words, lines.areFiles === true);
  return isFine ? { lines: { ...lines, isNul: false } } : undefined;
}

/** The first number of Node's version, printed. */
const PRINTS_MAJOR =
  /^(?:-p|-pe|--print) (?:parseInt\(|Number\(|\+)?process\.version(?:s\.node|\.slice\(1\))(?:\.split\((["'])\.\1\)\[0\])\)?$/;

/** True for a program whose output means something: a function of its name would print anything. */
export function hasMeaning(name: string): boolean {
  return Object.hasOwn(MEANINGS, name);
}

function kept(isHarmless: RegExp) {
  return ({ args, input, isPiped }: Command): Meaning | undefined =>
    isPiped && isHarmless.test(wordsOf(args)) ? listOf(input) : undefined;
}

/** Unknown words fit no pattern. */
function wordsOf(args: readonly Word[]): string {
  return knownTexts(args)?.join(' ') ?? '\0';
}

/** Several lines become one. */
function joined(input: Meaning | undefined): Meaning | undefined {
  return listOf(input)?.lines === undefined ? listOf(input) : undefined;
}

/** The number before the colon of each line. */
function numberOf(input: Meaning | undefined): Meaning | undefined {
  return input?.lines?.are === 'numbered' ? DIGITS : undefined;
}

/**
 * `grep -c` counts, and `grep -n` numbers, the lines of one file: the options of neither add lines of another form. Of a file that is
 * no text, grep prints its name.
 */
function numbersOf({ args, isPiped }: Command): Meaning | undefined {
  const texts = knownTexts(args) ?? [''];
  const flags = texts.filter((text) => text.startsWith('-'));
  const [pattern, file, ...others] = texts.filter((text) => !text.startsWith('-'));
  const isOne = pattern !== undefined && others.length === 0 && isPiped === (file === undefined);
  if (!isOne || !flags.every((text) => /^-[ncEFiwvxh]+$|^-m\d+$/.test(text))) return undefined;
  if (flags.some((text) => /^-\w*c/.test(text)))
    return file === undefined || NOT_LISTED.test(file) ? DIGITS : undefined;
  const isNumbered = flags.some((text) => /^-\w*n/.test(text)) && file !== undefined && SOURCE.test(file);
  return isNumbered ? { lines: { are: 'numbered', isNul: false } } : undefined;
}

/** One file, not a pattern. */
const NOT_LISTED = /^[\w./@+,~-]+$/;
const SOURCE =
  /^(?!.*\.\.)[\w.][\w./-]*\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|cc?|cpp|h|hpp|s?css|html|vue|svelte|sql|mdx?|txt|sh)$/;

/** The meaning of each of several outputs. */
function listOf(meaning: Meaning | undefined): Meaning | undefined {
  return meaning?.number === 'digits' || meaning?.ends || meaning?.lines ? meaning : undefined;
}

/** The first word of each line. */
function firstOf(input: Meaning | undefined): Meaning | undefined {
  const { lines } = input ?? {};
  if (!lines || lines.isNul) return undefined;
  if (typeof lines.are !== 'string' && lines.are.some((line) => /\s/.test(line))) return undefined;
  return { lines: lines.are === 'hex first' ? { ...lines, are: 'hex' } : lines };
}

function listed(name: string, { args, isPiped, list }: Command): Meaning | undefined {
  const listing = isPiped ? undefined : listingOf(name, args);
  const are = listing && list?.(listing);
  if (!are) return undefined;
  const areFiles = are.every((one) => !listing.fits(one, true));
  return { lines: { are, isNul: listing.isNul, areFiles } };
}

/** `grep PATTERN`, which leaves out lines; each of a file's alone if it prints no more of them. */
function selected({ args, input }: Command): Meaning | undefined {
  const texts = knownTexts(args);
  const lines = listOf(input)?.lines;
  const flags = texts?.filter((text) => /^-/.test(text)).join('') ?? '';
  const [pattern, ...others] = texts?.filter((text) => !/^-/.test(text)) ?? [];
  if (pattern === undefined || others.length > 0 || !/^(?:-[vEFxwiP]+)*$/.test(flags)) return undefined;
  if (lines?.isNul === true) return undefined;
  if (!lines || typeof lines.are === 'string') return listOf(input);
  const test = /[FxwiP]/.test(flags) ? undefined : lineTest(pattern, flags.includes('E'));
  const are = test ? lines.are.filter((name) => test.test(name) !== flags.includes('v')) : lines.are;
  return { lines: { ...lines, are } };
}

/** Numbers of processes, or none. */
function processes(ends: readonly ProcessSource[] | undefined): Meaning | undefined {
  return ends && { number: 'digits', ends };
}

/** A file may have any text; only what ends processes looks into it. */
function inFiles(files: readonly Word[]): Meaning | undefined {
  const ends = processesIn(files);
  return ends && { ends };
}

/** Formats of date that give only digits, or a word. */
function meaningOfDate(args: readonly string[] | undefined): Meaning | undefined {
  const formats = args?.filter((text) => text !== '-u' && text !== '--utc') ?? [];
  const [format = ''] = formats;
  if (formats.length !== 1) return undefined;
  if (/^\+(?:%[sNYmdHMSjuC])+$/.test(format)) return { ...DIGITS, plain: 'hex' };
  const isPlain = /^\+(?:%[sNYmdHMSjuCFTDRzyIVaAbBZ]|\w)(?:%[sNYmdHMSjuCFTDRzyIVaAbBZ]|[\w:.,/@+-])*$/.test(format);
  const isIso = /^-I\w*$|^--iso-8601(?:=\w+)?$/.test(format);
  if (!isIso && (!isPlain || format.includes('..'))) return undefined;
  // A zone is called as TZ says.
  return /\/|%[DZ]/.test(format) ? NAME : { ...NAME, signs: 'stamp' };
}

function meaningOfSeq(args: readonly Word[]): Meaning | undefined {
  const numbers = args.map((arg) =>
    arg.unknown ? arg.number : /^-?\d+$/.test(arg.text) ? signOf(arg.text) : undefined,
  );
  if (numbers.length === 0 || numbers.includes(undefined)) return undefined;
  return { number: numbers.includes('signed') ? 'signed' : 'digits' };
}

function signOf(text: string): 'digits' | 'signed' {
  return text.startsWith('-') ? 'signed' : 'digits';
}

/** A name that git accepts for a commit, without an option. */
const REVISION = /^[\w@][\w./@{}^~-]*$/;

function meaningOfGit([command = '', ...args]: readonly string[]): Meaning | undefined {
  const words = args.join(' ');
  const revisions = args.filter((text) => !text.startsWith('-'));
  const areRevisions = revisions.every((text) => REVISION.test(text));
  if (command === 'rev-parse' && words === '--show-toplevel') return { patterns: [TOP] };
  if (command === 'rev-parse' && words === '--show-prefix') return undefined;
  if (
    command === 'rev-parse' &&
    areRevisions &&
    args.every((text) => /^(?:[^-]|--(?:short(?:=\d+)?|verify|quiet)$)/.test(text))
  )
    // A name that no commit has is printed as it stands.
    return revisions.length === 1 ? (words.includes('/') ? { plain: 'hex' } : HEX) : undefined;
  if (command === 'rev-parse' && /^--abbrev-ref HEAD$/.test(words)) return NAME;
  if (command === 'branch' && words === '--show-current') return NAME;
  if (command === 'symbolic-ref' && /^(?:(?:--short|-q|--quiet) )*HEAD$/.test(words)) return NAME;
  if (command === 'describe' && areRevisions && args.every((text) => /^(?:[^-]|--?[\w-]+(?:=[\w./*-]*)?$)/.test(text)))
    return NAME;
  if (command === 'merge-base' && areRevisions && args.length === revisions.length) return HEX;
  if (command === 'rev-list' && args.includes('--count') && areRevisions) return DIGITS;
  if (
    command === 'log' &&
    areRevisions &&
    /^-(?:n ?)?1$/.test(args[0] ?? '') &&
    /^--(?:format|pretty)=(?:format:)?%[Hht]$/.test(args[1] ?? '')
  )
    return HEX;
  return command === 'log' || command === 'rev-list' ? meaningOfHistory(command, args) : undefined;
}

/** Options of `git log` and `git rev-list` that select commits. */
const SELECTS =
  /^(?:-\d+|-n ?\d+|--max-count=\d+|--skip=\d+|--all|--reverse|--(?:no-)?merges|--first-parent|--no-decorate|--branches|--tags|--date-order|--topo-order|--abbrev-commit|--no-color|--(?:since|until|after|before|author|committer|grep)=.*|-[SG].+|-i)$/s;

/** Lines that each begin with the number of a commit. */
function meaningOfHistory(command: string, args: readonly string[]): Meaning | undefined {
  const dashes = args.indexOf('--');
  const before = (dashes < 0 ? args : args.slice(0, dashes)).filter(
    (text, at) => !(text === '-n' && /^\d+$/.test(args[at + 1] ?? '')),
  );
  const formats = before.filter((text) => /^--(?:oneline$|format=|pretty=)/.test(text));
  const isKnown = before.every(
    (text) => formats.includes(text) || SELECTS.test(text) || /^[\w@^][\w./@{}^~-]*$/.test(text),
  );
  if (!isKnown || formats.length > 1) return undefined;
  const [format] = formats;
  if (command === 'rev-list') return format === undefined ? { lines: { are: 'hex', isNul: false } } : undefined;
  const [, rest] = /^--(?:oneline|(?:format|pretty)=(?:t?format:)?%[hH])($|[ \t].*)/s.exec(format ?? '') ?? [];
  // A body and notes have lines of their own.
  if (rest === undefined || /%[nbBNGwx+\- (]|\n/.test(rest)) return undefined;
  return { lines: { are: rest === '' && format !== '--oneline' ? 'hex' : 'hex first', isNul: false } };
}

const MADE = '*';

function meaningOfMktemp(args: readonly Word[]): Meaning | undefined {
  const operands = args.filter(
    (arg) => arg.unknown || !/^(?:-[dqu]+|--(?:directory|quiet)|--suffix=[\w.-]*)$/.test(arg.text),
  );
  if (args.some((arg) => !arg.unknown && /^-\w*u|^--dry-run$/.test(arg.text))) return undefined;
  const isNamed = operands.length === 2 && !operands[0]?.unknown && operands[0]?.text === '-t';
  const [template] = isNamed ? operands.slice(1) : operands;
  if (template === undefined) return { patterns: [`/tmp/${MADE}`], made: true };
  if (template.unknown || operands.length > (isNamed ? 2 : 1)) return undefined;
  const [, start] = /^((?:\/tmp\/)?[\w.-]*)X{3,}[\w.-]*$/.exec(template.text) ?? [];
  if (start === undefined || start.startsWith('-')) return undefined;
  if (isNamed) return start.includes('/') ? undefined : { patterns: [`/tmp/${start}${MADE}`], made: true };
  return { patterns: [start.startsWith('/') ? `${start}${MADE}` : `${HERE}/${start}${MADE}`], made: true };
}

function directoryOf(text: string): string {
  if ([HERE, TOP, '~', '.', '..'].includes(text.replace(/\/+$/, ''))) return `${text}/..`;
  const [, directory] = /^(.*?)\/+[^/]+\/*$/s.exec(text) ?? [];
  return directory === undefined ? '.' : directory || '/';
}

function meaningOfBasename(args: readonly Word[]): Meaning | undefined {
  const [ending, ...others] = knownTexts(args.slice(1)) ?? ['', ''];
  if (others.length > 0) return undefined;
  return pathOf(args.slice(0, 1), (text) => {
    const name = removed('##', '*/', text.replace(/(?<=.)\/+$/, ''));
    return name === undefined || ending === undefined ? name : removed('%', ending, name);
  });
}

/** The paths that a program makes of the paths in its only argument. */
function pathOf(args: readonly Word[], change: (text: string) => string | undefined): Meaning | undefined {
  const [arg, ...others] = args[0]?.text === '--' && !args[0].unknown ? args.slice(1) : args;
  if (arg === undefined || others.length > 0) return undefined;
  const texts = arg.unknown ? (arg.among ?? arg.patterns) : [arg.text];
  if (!texts || texts.some((text) => text.includes(UNKNOWN) || text.startsWith('-') || text === '')) return undefined;
  const changed = texts.map(change);
  if (!changed.every((pattern) => pattern !== undefined)) return undefined;
  return isListed(arg) ? { among: changed } : { patterns: changed };
}

/** The meaning of a part of a word. Undefined: its text may be anything. */
export function meaningOf(part: WordPart, read: ReadWord, list?: List): Meaning | undefined {
  if (part.type === 'CommandExpansion') return part.script && meaningOfScript(part.script, read, list);
  if (part.type === 'ArithmeticExpansion') return { number: 'signed' };
  if (/^\$(?:[!$]|\{[!$]\})$/.test(part.text)) return { number: 'digits', ends: [{ by: 'line' }] };
  return /^\$(?:[#?]|\{#[\w@*[\]]+\})$/.test(part.text) ? DIGITS : undefined;
}

function meaningOfScript(script: ParsedScript, read: ReadWord, list?: List): Meaning | undefined {
  const [statement, ...others] = script.commands;
  if (!statement || others.length > 0 || script.errors || statement.background) return undefined;
  return meaningOfCommand(statement.command, read, list);
}

/** The meaning of what a command of the line prints. */
function meaningOfCommand(command: Statement['command'], read: ReadWord, list?: List): Meaning | undefined {
  if (command.type === 'AndOr') {
    // `… || true` prints nothing more.
    const [first, ...others] = command.commands;
    const isQuiet =
      command.operators.every((one) => one === '||') &&
      others.every(
        (one) => one.type === 'Command' && /^(?:true|:)$/.test(one.name?.text ?? '') && one.args.length === 0,
      );
    return first && isQuiet ? meaningOfCommand(first, read, list) : undefined;
  }
  return meaningOfPipe(command.type === 'Pipeline' ? command.commands : [command], read, list);
}

/** The meaning of what the last of several commands prints that are joined by pipes. */
export function meaningOfPipe(
  commands: readonly Statement['command'][],
  read: ReadWord,
  list?: List,
): Meaning | undefined {
  return commands.reduce<Meaning | undefined>((input, command, at) => {
    if (
      command.type !== 'Command' ||
      command.prefix.some((one) => one.type === 'Assignment') ||
      !command.redirects.every(keepsOutput)
    )
      return undefined;
    const { name } = command;
    const [from] = command.redirects.filter(({ operator }) => operator === '<');
    if (!name) return from?.type === 'Redirect' && from.target && at === 0 ? inFiles(read(from.target)) : undefined;
    const [program] = read(name);
    if (!program || program.unknown || !Object.hasOwn(MEANINGS, program.text)) return undefined;
    const args = command.args.flatMap((arg) =>
      arg.type === 'Word'
        ? read(arg)
        : [{ unknown: true, text: arg.text, reason: 'variable', prefix: '', many: true } as const],
    );
    return MEANINGS[program.text]?.({ args, input: from ? undefined : input, isPiped: at > 0 && !from, list });
  }, undefined);
}

/** False for a redirect by which errors become output. */
function keepsOutput(one: Redirection): boolean {
  return (
    one.type === 'Redirect' && (one.operator === '<' || (one.descriptor !== undefined && !one.operator.includes('&')))
  );
}

/** True for a substitution that can only give digits: `date +%s`, `… | wc -l`, `seq 1 9`. */
export function isNumeric(script: ParsedScript, read: ReadWord): boolean {
  return meaningOfScript(script, read)?.number !== undefined;
}
