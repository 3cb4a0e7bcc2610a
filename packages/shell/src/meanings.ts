import { UNKNOWN } from '@atip/core/internal';
import type { ParsedScript, Redirection, Statement, Word as ParsedWord, WordPart } from 'unbash';
import { processesAt, processesIn, processesNamed } from './own-processes.ts';
import type { ProcessSource, UnknownWord, Word } from './types.ts';
import { removed } from './cuts.ts';
import { HERE, TOP } from './values.ts';

/** The known facts about a text that only the line's running tells. */
export type Meaning = Pick<UnknownWord, 'number' | 'plain' | 'patterns' | 'ends' | 'made'>;

/** Reads a word of a substitution's command. */
type ReadWord = (word: ParsedWord) => readonly Word[];

/** A command whose output means something. */
interface Command {
  readonly args: readonly Word[];
  /** The meaning of its standard input; undefined: it has none, or nobody knows it. */
  readonly input: Meaning | undefined;
  readonly isPiped: boolean;
}

const DIGITS: Meaning = { number: 'digits' };
const NAME: Meaning = { plain: 'name' };
const HEX: Meaning = { plain: 'hex' };
const PATH_HERE: Meaning = { patterns: [HERE] };

/** The output of commands; of others nobody knows it. */
const MEANINGS: Readonly<Record<string, (command: Command) => Meaning | undefined>> = {
  date: ({ args }) => meaningOfDate(textsOf(args)),
  nproc: ({ args }) => (args.length === 0 ? DIGITS : undefined),
  getconf: ({ args }) =>
    /^\w*(?:NPROCESSORS|PAGE_?SIZE)\w*$/.test(textsOf(args)?.join(' ') ?? '') ? DIGITS : undefined,
  id: ({ args }) => (/^-[ugG]$/.test(textsOf(args)?.join(' ') ?? '') ? DIGITS : undefined),
  wc: ({ args }) => (/^-[clmwL]$/.test(textsOf(args)?.join(' ') ?? '') ? DIGITS : undefined),
  seq: ({ args }) => meaningOfSeq(args),
  uname: ({ args }) => (textsOf(args)?.every((text) => /^-[smpro]$/.test(text)) && args.length < 2 ? NAME : undefined),
  pwd: ({ args }) => (textsOf(args)?.every((text) => /^-[LP]$/.test(text)) ? PATH_HERE : undefined),
  git: ({ args }) => meaningOfGit(textsOf(args) ?? []),
  mktemp: ({ args }) => meaningOfMktemp(args),
  dirname: ({ args }) => pathOf(args, directoryOf),
  basename: ({ args }) => meaningOfBasename(args),
  node: ({ args }) => (PRINTS_MAJOR.test(textsOf(args)?.join(' ') ?? '') ? DIGITS : undefined),
  jobs: ({ args }) =>
    /^(?:-[plrs]*p[lrs]*)$/.test(textsOf(args)?.join(' ') ?? '') ? processes([{ by: 'line' }]) : undefined,
  pgrep: ({ args }) => processes(processesNamed('pgrep', args)),
  pidof: ({ args }) => processes(processesNamed('pidof', args)),
  lsof: ({ args }) => processes(processesAt('lsof', args)),
  fuser: ({ args }) => processes(processesAt('fuser', args)),
  cat: ({ args, isPiped, input }) => (args.length === 0 && isPiped ? input : inFiles(args)),
  // Filters that only leave out some of their input, or put it into another order.
  head: kept(/^(?:-n ?\d+|-\d+|-n|\d+)?$/),
  tail: kept(/^(?:-n ?\d+|-\d+|-n|\d+)?$/),
  sort: kept(/^-[nru]+$/),
  uniq: kept(/^$/),
  xargs: kept(/^(?:echo|-r|-n|\d+)$/),
  tr: ({ args, input }) => (/^\\n\s+$/.test(textsOf(args)?.join(' ') ?? '') ? listOf(input) : undefined),
};

/** The first number of Node's version, printed. */
const PRINTS_MAJOR =
  /^(?:-p|-pe|--print) (?:parseInt\(|Number\(|\+)?process\.version(?:s\.node|\.slice\(1\))(?:\.split\((["'])\.\1\)\[0\])\)?$/;

/** True for a program whose output means something: a function of its name would print anything. */
export function hasMeaning(name: string): boolean {
  return Object.hasOwn(MEANINGS, name);
}

function kept(isHarmless: RegExp) {
  return ({ args, input, isPiped }: Command): Meaning | undefined =>
    isPiped && textsOf(args)?.every((text) => isHarmless.test(text)) ? listOf(input) : undefined;
}

/** The meaning of each of several outputs. */
function listOf(meaning: Meaning | undefined): Meaning | undefined {
  return meaning?.number === 'digits' || meaning?.ends ? meaning : undefined;
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
  if (/^\+(?:%[sNYmdHMSjuC])+$/.test(format)) return DIGITS;
  const isPlain = /^\+(?:%[sNYmdHMSjuCFTDRzyIVaAbBZ]|\w)(?:%[sNYmdHMSjuCFTDRzyIVaAbBZ]|[\w:.,/@+-])*$/.test(format);
  return (isPlain && !format.includes('..')) || /^-I\w*$|^--iso-8601(?:=\w+)?$/.test(format) ? NAME : undefined;
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
    return revisions.length === 1 ? HEX : undefined;
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
  return undefined;
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
  const [ending, ...others] = textsOf(args.slice(1)) ?? ['', ''];
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
  const patterns = texts.map(change);
  return patterns.every((pattern) => pattern !== undefined) ? { patterns } : undefined;
}

function textsOf(words: readonly Word[]): readonly string[] | undefined {
  const texts = words.map((word) => (word.unknown ? undefined : word.text));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The meaning of a part of a word. Undefined: its text may be anything. */
export function meaningOf(part: WordPart, read: ReadWord): Meaning | undefined {
  if (part.type === 'CommandExpansion') return part.script && meaningOfScript(part.script, read);
  if (part.type === 'ArithmeticExpansion') return { number: 'signed' };
  if (/^\$(?:[!$]|\{[!$]\})$/.test(part.text)) return { number: 'digits', ends: [{ by: 'line' }] };
  return /^\$(?:[#?]|\{#[\w@*[\]]+\})$/.test(part.text) ? DIGITS : undefined;
}

function meaningOfScript(script: ParsedScript, read: ReadWord): Meaning | undefined {
  const [statement, ...others] = script.commands;
  if (!statement || others.length > 0 || script.errors || statement.background) return undefined;
  return meaningOfCommand(statement.command, read);
}

/** The meaning of what a command of the line prints. */
export function meaningOfCommand(command: Statement['command'], read: ReadWord): Meaning | undefined {
  if (command.type === 'AndOr') {
    // `… || true` prints nothing more.
    const [first, ...others] = command.commands;
    const isQuiet =
      command.operators.every((one) => one === '||') &&
      others.every(
        (one) => one.type === 'Command' && /^(?:true|:)$/.test(one.name?.text ?? '') && one.args.length === 0,
      );
    return first && isQuiet ? meaningOfCommand(first, read) : undefined;
  }
  return meaningOfPipe(command.type === 'Pipeline' ? command.commands : [command], read);
}

/** The meaning of what the last of several commands prints that are joined by pipes. */
export function meaningOfPipe(commands: readonly Statement['command'][], read: ReadWord): Meaning | undefined {
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
    return MEANINGS[program.text]?.({ args, input: from ? undefined : input, isPiped: at > 0 && !from });
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
