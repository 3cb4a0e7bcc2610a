import { type HelpLine, type HelpSection, mostCommon } from './help-lines.ts';
import { readOptionHead } from './option-head.ts';
import { readOptions } from './read-options.ts';
import { callText as plainCall, hasFilters, isCallOf } from './read-usage.ts';

export interface CommandEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  /** The text after the name, such as `[PATTERN...]`. */
  readonly usage: string;
  /** The option list below it. */
  readonly options?: readonly HelpLine[] | undefined;
  /** Its own help text, if that of the program contains it. */
  readonly help?: string;
}

/** The subcommands of a section, and rows that look like one but are unreadable. */
export interface CommandList {
  readonly entries: readonly CommandEntry[];
  readonly unread: readonly HelpLine[];
}

/** Facts from the usage that distinguish a list of subcommands from others. */
export interface CommandHints {
  /** The usage asks for one, so a list needs no such word in its heading. */
  readonly isCertain: boolean;
  /** The text has no usage, but begins with the name of the program. */
  readonly isNamed: boolean;
  /** The first list below a matching heading: one below another heading has subcommands if its columns are the same. */
  readonly headed: HelpSection | undefined;
  readonly program: string;
}

export function readCommands(section: HelpSection, hints: CommandHints): CommandList {
  const { kind, heading, lines } = section;
  const filled = lines.filter(
    ({ text }) => !/^(?:(?:sub-?)?commands:|(?:sub-?)?command {2,}.*\bdescription)?$/i.test(text),
  );
  const below = rowsBelow(filled);
  if (below !== undefined && (kind === 'commands' || hints.isCertain)) return readRows(below, hints);
  const calls = callsAmong(filled, hints, kind === 'commands' || hints.isNamed);
  if (kind !== 'examples' && (kind === 'commands' || hints.isCertain || hints.isNamed) && calls !== undefined)
    return readRows(calls, hints, true);
  const isList =
    kind === 'commands' ||
    (hints.isCertain &&
      kind === 'other' &&
      heading !== '' &&
      looksLikeList(filled) &&
      (hints.headed === undefined || isAlike(hints.headed.lines, filled)));
  const options = filled.filter(({ text }) => readOptionHead(text) !== undefined);
  if (!isList || options.length * 2 > filled.length) return { entries: [], unread: [] };
  const names = readWrapped(filled) ?? readColumns(filled);
  return names === undefined ? readRows(filled, hints) : { entries: names, unread: [] };
}

/** `-i, --install FILE...   add it`: names, usage, description. */
const OPTION_ROW = /^(--?\w[\w-]*(?:(?:, ?|\|)--?\w[\w-]*)*)((?: (?!- )\S+)*)(?: {2,}(.*)| - (.*))?$/;

/**
 * Commands that are spelled like options, under a heading that calls them commands; the program takes one of them.
 * @returns empty for a list with other rows
 */
export function readOptionCommands({ kind, heading, lines }: HelpSection): CommandEntry[] {
  const filled = lines.filter(({ text }) => text !== '');
  const prose = proseAmong(lines);
  const start = filled.findIndex(({ text }) => text.startsWith('-'));
  const left = filled[start]?.indent ?? 0;
  // Headings and sentences are left of the rows, or above them.
  const end = filled.findIndex((line, at) => at > start && line.indent < left && !prose.has(line));
  const own = start === -1 ? [] : filled.slice(start, end === -1 ? undefined : end);
  const isRow = (line: HelpLine | undefined): boolean => line?.indent === left && line.text.startsWith('-');
  // gpg has each spelling on a line.
  const rows = own.reduce<HelpLine[][]>((found, line) => {
    const last = found.at(-1);
    const isSpelling = last?.length === 1 && isRow(line) && /^--?[\w-]+$/.test(last[0]?.text ?? '');
    if (isSpelling) found.splice(-1, 1, [{ ...line, text: `${last[0]?.text}, ${line.text}` }]);
    else if (isRow(line)) found.push([line]);
    else last?.push(line);
    return found;
  }, []);
  const isList = rows.length > 1 && filled.slice(0, start).every((line) => prose.has(line));
  if (kind !== 'commands' || /\boptions?\b/i.test(heading) || !isList) return [];
  return rows.map(optionCommand).filter(({ name }) => /^--(?!help$|version$)./.test(name));
}

/** Its name is empty for a row of another form. */
function optionCommand([first, ...below]: readonly HelpLine[]): CommandEntry {
  const row = first?.text.replace(/ (?=[A-Z][a-z]+ [a-z])/, '  ') ?? '';
  const [, names = '', shown = '', ...texts] = OPTION_ROW.exec(row) ?? [];
  const flags = names.split(/, ?|\|/);
  const name = flags.find((flag) => flag.startsWith('--')) ?? '';
  const text = texts.find((other) => other !== undefined) ?? '';
  // dpkg has the arguments in the column of the descriptions.
  const usage = /^[<[](?!.*[a-z] [a-z]+ [a-z])/.test(text.replace(/<[^<>]*>/g, '<>')) ? text : shown;
  const more = /^\[.*[\].]$/.test(below[0]?.text ?? '') ? below.slice(0, 1) : [];
  const words = [usage === text ? '' : text, ...below.slice(more.length).map((line) => line.text)];
  return {
    name,
    aliases: flags.filter((flag) => flag !== name),
    usage: [usage.trim(), ...more.map((line) => line.text)].join(' '),
    description: words.join(' ').replace(/\s+/g, ' ').trim(),
  };
}

/** argparse: lines deeper than `{add,remove}` or `<command>` are a list of subcommands, under any heading. */
function rowsBelow(lines: readonly HelpLine[]): HelpLine[] | undefined {
  const at = lines.findIndex(({ text }) =>
    /^(?:\{[\w.+-]+(?:,[\w.+-]+)+\}|<\w*command>|\w*COMMAND)(?: {2,}.*)?$/.test(text),
  );
  const parent = lines[at];
  const first = lines[at + 1];
  if (
    parent === undefined ||
    first === undefined ||
    first.indent <= parent.indent ||
    readRow(first.text, undefined) === undefined
  )
    return undefined;
  const end = lines.findIndex(({ indent }, index) => index > at && indent <= parent.indent);
  return lines.slice(at + 1, end === -1 ? undefined : end);
}

/** Two or more lines that begin with the program, with their descriptions. */
function callsAmong(lines: readonly HelpLine[], { program }: CommandHints, isHeaded: boolean): HelpLine[] | undefined {
  const isFiltered = hasFilters(lines);
  const callText = (text: string, name: string): string =>
    isFiltered ? plainCall(text, name).replace(/^(\S+)(?: +<[^<>]+>)* +(?=[a-z_])/, '$1 ') : plainCall(text, name);
  const isCall = (line: HelpLine | undefined): boolean =>
    line !== undefined &&
    isCallOf(line.text, program) &&
    CALL.test(callText(line.text, program)) &&
    !SENTENCE.test(line.text);
  // A prose line that happens to begin with the program has other lines beside it.
  const starts = lines.flatMap((line) => (isCall(line) ? columnOf(line.text).map((start) => line.indent + start) : []));
  const column = mostCommon(starts) ?? 0;
  const isRow = ({ text, indent }: HelpLine): boolean =>
    / \S/.test(text.slice(Math.max(0, column - indent - 1)).slice(0, 2));
  const isAlone = (line: HelpLine, other: HelpLine | undefined): boolean =>
    !isBeside(line, other) || isCall(other) || isRow(line);
  const calls = lines.filter((line, at) => {
    const below = lines[at + 1];
    // A long call goes on below it, above its description.
    const isLong = /[A-Z]{2}|[[<]/.test(line.text) && (lines[at + 2]?.indent ?? 0) > line.indent;
    return isCall(line) && isAlone(line, lines[at - 1]) && (isLong || isAlone(line, below));
  });
  const [first] = calls;
  const own = new Set(calls);
  const names = new Set(calls.map(({ text }) => callText(text, program).split(' ')[1]));
  // One is enough if nothing else is there.
  if (first === undefined || (names.size < 2 && (!isHeaded || first !== lines[0]))) return undefined;
  // s3cmd has a title above each call, and nothing below.
  const titles = lines.filter((line, at) => {
    const call = lines[at + 1];
    const isAbove = line.number + 1 === call?.number && line.indent < call.indent && own.has(call) && !own.has(line);
    return isAbove && /^[A-Z].*[^:,.]$/.test(line.text);
  });
  const above = new Map(titles.length * 2 > calls.length ? titles.map((title) => [title.number + 1, title]) : []);
  let isGroup = false;
  return lines.slice(lines.indexOf(first)).flatMap((line) => {
    const indent = line.indent < first.indent ? line.indent : Math.max(line.indent, first.indent + 1);
    // A usage that goes on below, beside its description.
    const start = / {2}\S/.test(line.text.slice(Math.max(0, column - line.indent - 2))) ? column - line.indent : 0;
    if (!own.has(line)) return isGroup ? [] : [{ ...line, indent, text: line.text.slice(Math.max(0, start)).trim() }];
    const [, name = '', ...rest] = callText(line.text, program).split(' ');
    // `btrfs balance start …`: the description is about a command below.
    isGroup = WORD.test(rest[0] ?? '');
    const text = [name.replace(/\(\d\)$/, ''), ...(isGroup ? [] : rest)].join(' ');
    const title = above.get(line.number);
    const row = { ...line, indent: first.indent, text };
    return title === undefined ? [row] : [row, { ...title, indent: first.indent + 1 }];
  });
}

const CALL = /^\S+ [a-z_](?:[\w.-]*\w)?(?:\(\d\))?(?::?$| )/;
/** `prog needs it to be so`, or words with a full stop. */
const SENTENCE = /^\S+(?: [a-z]+){0,4} (?:the|an?|is|are|and|between|it|its) |^[^ ]+(?: [^ ]+)+[a-z]\.$/;
const WORD = /^[a-z][\w-]*$/;

/** Right above or below, at the same column. */
function isBeside(line: HelpLine, other: HelpLine | undefined): boolean {
  return other !== undefined && Math.abs(other.number - line.number) === 1 && other.indent === line.indent;
}

function looksLikeList(lines: readonly HelpLine[]): boolean {
  const isRow = ({ text, indent }: HelpLine): boolean =>
    indent > 0 && (readRow(text, undefined)?.description ?? '') !== '';
  return lines.length > 1 && lines.filter(isRow).length * 2 > lines.length;
}

/** Lists with names and descriptions in the same columns. */
function isAlike(lines: readonly HelpLine[], others: readonly HelpLine[]): boolean {
  const [one, other] = [lines, others].map((list) => {
    const rows = list.filter(({ text }) => columnOf(text).length > 0);
    return `${mostCommon(rows.map(({ indent }) => indent))} ${mostCommon(rows.flatMap(({ text }) => columnOf(text)))}`;
  });
  return one === other && !one?.includes('undefined');
}

interface Row {
  readonly names: readonly string[];
  readonly usage: string;
  readonly description: string;
}

const NAME = /^[a-z0-9](?:[\w.+-]*[\w+])?$/;
/**
 * `name, alias`, `name|alias`, `name (alias, alias)`, `name:`; the first with the mark of a current one. Manual pages of
 * commands are in the sections 1, 6 and 8.
 */
const NAMES =
  /^\*?(?=\d*[a-z])(?!(?:and|or|the|is)(?: |$))([a-z0-9][\w.+-]*(?::[\w.-]+)*)((?:(?:, ?|\||\/)[A-Za-z?][\w.+-]*)*)((?: \([\w?.+-]+(?:, ?[\w?.+-]+)*\))?)(?:\([168]\w*\))?/;
/** The end of the list's column, or a sign that starts a description. */
const BEFORE_TEXT = /^(?: {2,}|\s+-{1,2}\s+|\s*:\s+)(?=\S)/;
/** A parameter of a command, in a usage's form. */
const TAKES =
  /^ (?:\[(?:[^[\]]|\[[^[\]]*\])*\]|<[^<>]*>|\{[^{}]*\}|\([^()]*\)|--?\w\S*|[A-Z][A-Z0-9_|-]*(?![a-z'])|\.{2,3}|\|)[\w.,:=/<>[\]|-]*(?=\s|$)/;

/**
 * Parses a row: `start UNIT...   Start them` has a name, a usage and a description.
 *
 * @param column start of the descriptions in its list, from the row's first character; one space in front of it is
 * enough
 * @returns undefined if the end of the name or usage is unclear
 */
function readRow(text: string, column: number | undefined): Row | undefined {
  // nmcli: `g[eneral]`.
  const abbreviated = /^([a-z]+)\[([a-z]+)\](?=\s)/.exec(text);
  if (abbreviated)
    return readRow(text.replace(abbreviated[0], `${abbreviated[1] ?? ''}${abbreviated[2] ?? ''}  `), column);
  const found = NAMES.exec(text);
  if (found === null || !NAME.test(found[1]?.replaceAll(':', '-') ?? '')) return undefined;
  const [whole, name = '', others = '', brackets = ''] = found;
  const names = [
    name,
    ...`${others},${brackets.replace(/[()\s]/g, ' ')}`.split(/[,|/ ]+/).filter((other) => other !== ''),
  ];
  const rest = text.slice(whole.length);
  if (rest === '' || rest === ':') return { names, usage: '', description: '' };
  let end = 0;
  for (let taken = TAKES.exec(rest); taken !== null; taken = TAKES.exec(rest.slice(end))) end += taken[0].length;
  const gap = BEFORE_TEXT.exec(rest.slice(end));
  if (gap !== null) {
    const description = rest.slice(end + gap[0].length);
    return /\p{L}{2}/u.test(description) ? { names, usage: rest.slice(0, end).trim(), description } : undefined;
  }
  if (/^:?$/.test(rest.slice(end))) return { names, usage: rest.slice(0, end).trim(), description: '' };
  const split = column === undefined ? 0 : column - whole.length;
  // ufw: `app list   …` describes a command below `app`.
  if (split > 1 && /^(?: [a-z][\w-]*){1,2}(?: [A-Z<[]\S*)* {2,}$/.test(rest.slice(0, split)))
    return { names, usage: '', description: '' };
  if (split > 0 && / \S/.test(rest.slice(split - 1, split + 1)) && openBrackets(rest.slice(0, split)) === 0)
    return { names, usage: rest.slice(0, split).trim(), description: rest.slice(split) };
  // Words of a description behind what is in brackets.
  const isTight =
    end > 0 && /[>\]}.]$/.test(rest.slice(0, end)) && /^ [A-Za-z][a-z]*(?: (?![<[{|-])\S+)+$/.test(rest.slice(end));
  return isTight && (!/ [[{(]-/.test(rest.slice(0, end)) || /^ [A-Z][a-z]+ [a-z]/.test(rest.slice(end)))
    ? { names, usage: rest.slice(0, end).trim(), description: rest.slice(end).trim() }
    : undefined;
}

/** Rows at the column where most of the list begins; deeper lines belong to the row above. */
function readRows(list: readonly HelpLine[], { program }: CommandHints, areCalls = false): CommandList {
  const lines = leftAligned(joinBrackets(list.map((line) => ({ ...line, text: withoutPath(line.text, program) }))));
  const prose = proseAmong(lines);
  const heads = headsAmong(lines, prose);
  const marksNone = [...heads].some(({ text }) => /\] [a-z]|[a-z]\.{3}$/.test(text));
  const rows = lines.filter(
    (line) => heads.has(line) || (!prose.has(line) && readRow(line.text, undefined) !== undefined),
  );
  const common = mostCommon((rows.length > 0 ? rows : lines).map((line) => line.indent));
  const indent = (areCalls ? lines[0]?.indent : common) ?? 0;
  const starts = lines.filter((line) => line.indent === indent);
  const column = mostCommon(starts.flatMap(({ text }) => columnOf(text)));
  // `dd [bs=N] if=input of=output`: lines of syntax without a description.
  const isSyntax =
    areCalls || (column === undefined && lines.every((line) => line.indent !== indent || SYNTAX.test(line.text)));
  const entries: (CommandEntry & { readonly below: HelpLine[] })[] = [];
  const unread: HelpLine[] = [];
  // direnv: `allow:`, `permit:` and `grant:` are described together.
  let open: typeof entries = [];
  let isGroup = false;
  for (const [at, line] of lines.entries()) {
    const isStart = !prose.has(line) && Math.abs(line.indent - indent) <= (line.text.startsWith('*') ? 2 : 0);
    // Deeper lines below a usage without a gap are its description.
    const isUsage =
      isSyntax || (/^[a-z][\w.+-]* [<[{].*[\]>}.]$/.test(line.text) && (lines[at + 1]?.indent ?? 0) > indent);
    const syntax = heads.has(line) || isUsage ? syntaxRow(line.text, marksNone) : undefined;
    const row = isStart
      ? (readRow(line.text, undefined) ?? (heads.has(line) ? syntax : readRow(line.text, column)) ?? syntax)
      : undefined;
    if (row !== undefined) {
      // A man page lists the pages of its subcommands: `git-add(1)`.
      const [name = '', ...aliases] = row.names.map((word) =>
        word.startsWith(`${program}-`) ? word.slice(program.length + 1) : word,
      );
      const entry = { name, aliases, usage: row.usage, description: row.description, below: [] };
      const above = lines[at - 1];
      open = above?.text.endsWith(':') === true && isBeside(line, above) ? [...open, entry] : [entry];
      entries.push(entry);
      isGroup =
        WORD.test(line.text.split(' ')[1] ?? '') &&
        row.description === '' &&
        (isSyntax || heads.has(line)) &&
        !marksNone;
    } else if (line.indent > indent) for (const { below } of isGroup ? [] : open) below.push(line);
    else {
      if (isStart && /^[a-z][\w.+-]* [<[]/.test(line.text)) unread.push(line);
      open = [];
    }
  }
  return {
    entries: entries.map(describe),
    unread,
  };
}

/** A command with the lines below it: a description, and options of its own. */
function describe({
  below,
  description,
  ...entry
}: CommandEntry & { readonly below: readonly HelpLine[] }): CommandEntry {
  // Blank lines end paragraphs.
  const lines = below.flatMap((line, at) =>
    line.number - (below[at - 1]?.number ?? line.number) > 1 ? [{ ...line, indent: 0, text: '' }, line] : [line],
  );
  const [first] = readOptions({ lines }).entries;
  const end = first === undefined ? lines.length : lines.findIndex(({ number }) => number === first.line);
  const words = [description, ...lines.slice(0, end).map(({ text }) => (/^options:?$/i.test(text) ? '' : text))];
  const text = words.join(' ').replace(/\s+/g, ' ').trim();
  // podman has the manual page in a column of its own.
  return { ...entry, description: text.replace(/^[\w.-]+\(\d\w*\) (?=[A-Z])/, ''), options: lines.slice(end) };
}

/** A list whose names end in one column, with its rows moved to the left. */
function leftAligned(lines: readonly HelpLine[]): readonly HelpLine[] {
  const ends = new Map(
    lines.flatMap((line) => {
      const [head] = /^[a-z][^ ]*(?: [[<A-Z]\S*)*(?= {2,}\S| +--? )/.exec(line.text) ?? [];
      return head === undefined ? [] : [[line, line.indent + head.length] as const];
    }),
  );
  const end = mostCommon([...ends.values()]) ?? 0;
  const heads = [...ends.keys()].filter((line) => ends.get(line) === end);
  const left = mostCommon(heads.map(({ indent }) => indent));
  // Names of one length end in one column, too.
  if (heads.length * 2 <= ends.size || heads.filter(({ indent }) => indent === left).length * 3 > heads.length * 2)
    return lines;
  const least = heads.reduce((indent, line) => Math.min(indent, line.indent), end);
  return lines.map((line) => (Math.abs((ends.get(line) ?? 0) - end) <= 1 ? { ...line, indent: least } : line));
}

/** A name, what it takes, and no more: `mv [ --force, -f ] old-path new-path`. */
const HEAD =
  /^[a-z][\w.+-]*(?: \[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]| <[^<>]*>)*(?: [a-z][\w-]*(?:\.{3})?){1,3}(?: \[[^[\]]*\])*$/;

/** Heads of a definition list that take bare words: their text, a sentence, begins below and deeper. */
function headsAmong(lines: readonly HelpLine[], prose: ReadonlySet<HelpLine>): ReadonlySet<HelpLine> {
  return new Set(
    lines.filter((line, at) => {
      const below = lines[at + 1];
      const isDeeper = below !== undefined && below.indent > line.indent && /^[A-Z]/.test(below.text);
      return isDeeper && !prose.has(line) && HEAD.test(line.text) && !SENTENCE.test(line.text);
    }),
  );
}

/** Most lines of a row's usage. */
const MAX_ROW_LINES = 6;

/** Joins the lines of a row whose brackets are still open with those below in the same column. */
function joinBrackets(lines: readonly HelpLine[]): HelpLine[] {
  const joined: HelpLine[] = [];
  for (const line of lines) {
    const above = joined.at(-1);
    const isOpen =
      above?.indent === line.indent &&
      line.text !== '' &&
      /^[a-z][\w-]* [[{<(]/.test(above.text) &&
      line.number - above.number < MAX_ROW_LINES &&
      openBrackets(above.text) > 0;
    if (isOpen) joined.splice(-1, 1, { ...above, text: `${above.text} ${line.text}` });
    else joined.push(line);
  }
  return joined;
}

function openBrackets(text: string): number {
  return [...text].reduce((depth, sign) => depth + (/[[{]/.test(sign) ? 1 : /[\]}]/.test(sign) ? -1 : 0), 0);
}

/** A line of a sentence. */
const LONG = /^[a-z][\w-]*,?(?: [a-z][\w'-]*){6}/;

/** Lines of sentences, which may have gaps like rows. */
function proseAmong(lines: readonly HelpLine[]): ReadonlySet<HelpLine> {
  const prose = new Set<HelpLine>();
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1];
    const goesOn = above !== undefined && isBeside(line, above) && (prose.has(above) || LONG.test(above.text));
    if (/^[A-Z"'(]/.test(line.text) || LONG.test(line.text) || goesOn) prose.add(line);
  }
  return prose;
}

/** kingpin: `check config [<flags>] <file>...`, `query series --match=MATCH`. */
const SYNTAX = /^[a-z][\w-]*(?: [a-z][\w-]*){0,3}(?: (?:[[(<-]|[A-Z]{2}).*)?$/;

/** A row of `x check` may include the words that lead to it: `check config`. */
function withoutPath(text: string, program: string): string {
  const words = `${program.split('-').slice(1).join(' ')} `;
  return words !== ' ' && text.startsWith(words) && /^[a-z]/.test(text.slice(words.length))
    ? text.slice(words.length)
    : text;
}

/** @param marksNone bare words are values, as in `mv [-f] from to` */
function syntaxRow(text: string, marksNone: boolean): Row {
  const [name = '', ...usage] = text.split(' ');
  // `check config FILE` shows the usage of a command below.
  const isBelow = !marksNone && WORD.test(usage[0] ?? '');
  return { names: [name], usage: isBelow ? '' : usage.join(' '), description: '' };
}

/** Start of a row's description, if two spaces lead to it. */
function columnOf(text: string): number[] {
  const found = /^[a-z0-9]\S*(?: \S+){0,8}? {2,}(?=\S)/.exec(text);
  return found === null ? [] : [found[0].length];
}

/** A list with commas, wrapped over lines. */
function readWrapped(lines: readonly HelpLine[]): CommandEntry[] | undefined {
  const prose = proseAmong(lines);
  const first = lines.findIndex((line) => !prose.has(line) && /^(?:[\w.-]+,\s*){3,}(?:[\w.-]*\w)?$/.test(line.text));
  if (first === -1) return undefined;
  const end = lines.findIndex(({ text }, at) => at >= first && !/,$/.test(text));
  return bareEntries(lines.slice(first, end === -1 ? undefined : end + 1).flatMap(({ text }) => text.split(/,\s*/)));
}

/** Names alone in three columns or more. */
function readColumns(lines: readonly HelpLine[]): CommandEntry[] | undefined {
  const rows = lines.map(({ text }) => text.split(/\s{2,}/));
  const end = rows.findIndex((words) => !words.every((word) => NAME.test(word)));
  const table = rows.slice(0, end === -1 ? undefined : end);
  const columns = [0, 1].flatMap((column) => table.flatMap((words) => words[column] ?? []));
  // In two columns a second word may describe the first, unless both continue the alphabet.
  const isSorted = table.length > 2 && columns.length > table.length && columns.join() === columns.toSorted().join();
  return isSorted || table.some((words) => words.length > 2) ? bareEntries(table.flat()) : undefined;
}

function bareEntries(names: readonly string[]): CommandEntry[] {
  return names.filter((name) => NAME.test(name)).map((name) => bareEntry(name));
}

export function bareEntry(name: string, usage = ''): CommandEntry {
  return { name, aliases: [], description: '', usage };
}
