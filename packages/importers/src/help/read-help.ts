import { type HelpLine, type HelpSection, readHelpLines } from './help-lines.ts';
import { readOptionHead } from './option-head.ts';
import { bareEntry, type CommandEntry, readCommands, readOptionCommands } from './read-commands.ts';
import { type OptionEntry, readOptions } from './read-options.ts';
import { COMMAND, isCallOf, readUsage, type Usage } from './read-usage.ts';
import { splitSections } from './split-sections.ts';
import type { AtipArgument } from '@atip/core';

export interface HelpReading {
  readonly usage: Pick<Usage, 'words' | 'endsOptions'>;
  readonly arguments: readonly AtipArgument[];
  /** It has subcommands, and can be run without one. */
  readonly runsAlone: boolean;
  /** The first sentences about the program; empty without any. */
  readonly description: string;
  readonly options: readonly OptionEntry[];
  readonly commands: readonly CommandEntry[];
  /** Rows that look like options or subcommands but are unreadable. */
  readonly unread: readonly HelpLine[];
  /** Its facts about positional arguments, by lower-case name. */
  readonly argumentTexts: ReadonlyMap<string, string>;
  readonly examples: readonly string[];
}

/** Reads a help text of any layout: lines, sections, and what each section lists. */
export function readHelp(text: string, path?: readonly string[]): HelpReading {
  const all = readHelpLines(text);
  const title = programOf(all);
  const name = path?.[0] ?? title;
  const { subsections, others: lines } = takeSubsections(all, name);
  const sections = splitSections(lines, (line) => isCallOf(line, name));
  const grammar = readGrammar(lines);
  const usage = readUsage(usageLines(sections, lines, name), path, title);
  const spelled = usage.takesCommand && subsections.length === 0 ? sections.map(readOptionCommands) : [];
  const spellings = new Set(spelled.flat().flatMap(({ name, aliases }) => [name, ...aliases]));
  const program = path?.join('-') ?? (usage.words.join('-') || title);
  const isCertain = usage.takesCommand;
  const headed = sections.find(({ kind, lines: own }) => kind === 'commands' && own.some(({ text }) => text !== ''));
  // Other rows are of what such a command asks for.
  const hints = { isCertain, isNamed: usage.words.length === 0 && title !== '', headed, program };
  const found = spelled.flat().length > 0 ? [] : sections.map((section) => readCommands(section, hints));
  const argumentTexts = readArgumentTexts(sections);
  const places = new Map(lines.map(({ text: line }, at): [string, number] => [line, at]).toReversed());
  const own = [
    ...usage.commands,
    ...[...grammar.commands, ...choicesIn(argumentTexts)].map((name) => bareEntry(name)),
  ].map((entry) => ({
    ...bareEntry(entry.name, entry.usage),
    description: textBelow(places.get(entry.name) ?? lines.length, lines),
  }));
  const listed = commandsOnce([...spelled.flat(), ...subsections, ...found.flatMap(({ entries }) => entries), ...own]);
  const pages = listed.length === 0 && (isCertain || usage.arguments.length === 0) ? pagesIn(sections, title) : [];
  const commands = [...listed, ...pages]
    .filter((entry) => entry.name !== program)
    .map((entry) => withUsage(entry, usage));
  // The synopsis of a manual page is complete.
  const isSaid = sections.some(
    ({ heading, lines: own }) =>
      /^(?:synopsis|übersicht|sinopsis)$/iu.test(heading) && own.some(({ text }) => text !== ''),
  );
  const hasCommands = commands.length > 0 && (isCertain || pages.length > 0 || (!isSaid && isUnsaid(usage, commands)));
  const below = new Set(
    (hasCommands ? commands : []).flatMap(({ options: own = [] }) => own.map(({ number }) => number)),
  );
  const lists = sections
    .filter(({ kind }) => kind === 'other' || kind === 'arguments' || kind === 'commands')
    .map(readOptions)
    .map(({ entries, unread }) => ({
      entries: entries.filter(({ head, line }) => !below.has(line) && !head.flags.some((flag) => spellings.has(flag))),
      unread: unread.filter(({ number }) => !below.has(number)),
    }));
  const elsewhere = shownElsewhere(lists, usage);
  const rows = lists.flatMap(({ entries }, at) => entries.map((entry) => withValue(entry, at, elsewhere)));
  const shown = usageOptions([...usage.options, ...grammar.options, ...bracketed(lines, usage)]);
  const options = onceEach([...rows, ...(rows.length > 0 ? shown.filter(isLong) : shown)]);
  const taken = new Set(options.flatMap(({ head }) => head.flags));
  const unread = lists
    .flatMap((list) => list.unread)
    .filter(({ text }) => !readOptionHead(text)?.flags.some((flag) => taken.has(flag)));
  const names = new Set(commands.map((entry) => entry.name));
  const rowsUnread = found.flatMap((list) => list.unread).filter(({ text }) => !names.has(text.split(' ', 1)[0] ?? ''));
  return {
    usage: usage.words.length > 0 || title === '' ? usage : { ...usage, words: [title] },
    arguments: hasCommands ? (usage.alone ?? []) : usage.arguments,
    runsAlone: hasCommands && usage.alone !== undefined,
    description: readDescription(sections, program),
    options,
    commands: hasCommands ? commands : [],
    unread: hasCommands ? [...unread, ...rowsUnread] : unread,
    argumentTexts,
    examples: readExamples(sections, usage.words[0]),
  };
}

/** `prog {add|drop} FILE...` shows the arguments of two commands, which others of the list may take. */
function withUsage(entry: CommandEntry, { arguments: [slot], behind }: Usage): CommandEntry {
  if (entry.usage !== '' || entry.help !== undefined || behind === '' || slot?.enum === undefined) return entry;
  return { ...entry, usage: slot.enum.includes(entry.name) ? behind : `[${behind}]` };
}

/** The paragraph below a line that is only a name, as a manual page describes a command of its synopsis. */
function textBelow(at: number, lines: readonly HelpLine[]): string {
  const isOver = ({ text, indent }: HelpLine): boolean => text === '' || indent <= (lines[at]?.indent ?? 0);
  const end = lines.findIndex((line, index) => index > at && isOver(line));
  return lines
    .slice(at + 1, end === -1 ? undefined : end)
    .map(({ text }) => text)
    .join(' ');
}

/** The program of a manual page, as its title has it; or of a text whose first line is its name, as others begin. */
function programOf(lines: readonly HelpLine[]): string {
  const first = lines.find(({ text }) => text !== '')?.text ?? '';
  const title = /^[\w.+-]+(?=\(\d)/.exec(first)?.[0].toLowerCase();
  const name = /^([a-z][\w.-]*(?: [a-z][\w-]*)?)(?: v?\d[\w.+-]*| <\w*command>.*)?$/.exec(first)?.[1] ?? '';
  return title ?? (lines.filter(({ text }) => text.startsWith(`${name} `)).length > 1 ? name.replace(' ', '-') : '');
}

/** cobra refers to the pages of all subcommands, and to no others: `prog-add(1), prog-drop(1)`. */
function pagesIn(sections: readonly HelpSection[], title: string): CommandEntry[] {
  const lines = sections.filter(({ heading }) => /^see also$/i.test(heading)).flatMap((section) => section.lines);
  const text = lines.map((line) => line.text).join(' ');
  const names = text.split(/, ?| and /).map((page) => /^(\S+)-([a-z][\w-]*)\([168]\)\.?$/.exec(page.trim()));
  const isOwn = names.length > 1 && names.every((page) => page?.[1] === title);
  return isOwn ? names.map((page) => bareEntry(page?.[2] ?? '')) : [];
}

/** The usage does not require a subcommand by that word: it has none, or shows one of them. Keys are no commands. */
function isUnsaid({ arguments: [first] }: Usage, commands: readonly CommandEntry[]): boolean {
  if (commands.length < 2 || commands.filter(({ name }) => name.length > 1).length * 2 < commands.length) return false;
  return first === undefined || commands.some(({ name }) => name === first.name);
}

/** The usage section, lines elsewhere that call the program, or a first line that looks like a usage. */
function usageLines(
  sections: readonly HelpSection[],
  lines: readonly HelpLine[],
  program: string,
): readonly HelpLine[] {
  const section = sections.find(({ kind, lines: body }) => kind === 'usage' && body.some(({ text }) => text !== ''));
  if (section !== undefined) return section.lines;
  const calls = sections
    .filter(({ kind }) => kind === 'other')
    .flatMap(({ lines: body }) => body.filter(({ text }) => isCallOf(text, program) && /[[<]/.test(text)));
  if (calls.length > 0) return calls;
  const first = lines.find(({ text }) => text !== '');
  const isCall = first !== undefined && (program === '' || isCallOf(first.text, program));
  return isCall && /^[\w.+-]+ (?:[[<]|[A-Z]{3,}\b|[a-z][\w-]* <\w*command>)/.test(first.text) ? [first] : [];
}

/** If two entries share a spelling, the first keeps it. */
function onceEach(entries: readonly OptionEntry[]): OptionEntry[] {
  const seen = new Set<string>();
  return withNames(entries).flatMap((entry) => {
    const flags = entry.head.flags.filter((flag) => !seen.has(flag));
    for (const flag of flags) seen.add(flag);
    const isValue = flags.length < entry.head.flags.length && flags.every(isShort) && standsForValue(entry.head);
    const values = isValue ? [] : entry.head.values;
    return flags.length === 0 ? [] : [{ ...entry, head: { ...entry.head, flags, values } }];
  });
}

/** An option that only the synopsis has; a short one there may be part of a row, or stand for others. */
function isLong({ head: { flags } }: OptionEntry): boolean {
  return flags.every((flag) => /^--(?!(?:[\w-]+-)?(?:options?|flags?)$)[a-z]/.test(flag));
}

/** byacc: `--file-prefix   -b`, without a description, is an alias of an option above. */
function withNames(entries: readonly OptionEntry[]): readonly OptionEntry[] {
  const short = new Set(entries.flatMap(({ head: { flags } }) => (flags.length === 1 ? flags : [])));
  const isName = ({ head, description }: OptionEntry): boolean =>
    description === '' && head.flags.length === 2 && !isShort(head.flags[0] ?? '') && short.has(head.flags[1] ?? '');
  const names = new Map(entries.filter(isName).map(({ head: { flags } }) => [flags[1], flags]));
  return entries
    .filter((entry) => !isName(entry))
    .map((entry) => {
      const flags = entry.head.flags.length === 1 ? names.get(entry.head.flags[0]) : undefined;
      return flags === undefined ? entry : { ...entry, head: { ...entry.head, flags } };
    });
}

/** The list that shows an option's value, and the value; -1 for the usage. */
type Elsewhere = ReadonlyMap<string, { readonly list: number; readonly values: OptionEntry['head']['values'] }>;

/** Values that a usage has in its brackets, `[--sender ...]`, and a list behind a sign, `--format=NAME`. */
function shownElsewhere(lists: readonly { readonly entries: readonly OptionEntry[] }[], usage: Usage): Elsewhere {
  const own = usageOptions(usage.options).filter(
    ({ head, description }) => description === '' && head.values[0]?.style === 'space',
  );
  const listed = lists.flatMap(({ entries }, list) =>
    entries
      .filter(({ head }) => head.values[0]?.style === 'equals' && head.values[0].label !== '')
      .map(({ head }) => ({ list, head })),
  );
  return new Map(
    [...listed, ...own.map(({ head }) => ({ list: -1, head }))]
      .filter(({ head }) => head.flags.length === 1 && head.values.length === 1)
      .map(({ list, head: { flags, values } }) => [flags[0] ?? '', { list, values }]),
  );
}

/** An option that is listed without a value takes the value shown elsewhere; within the same list it is both. */
function withValue(entry: OptionEntry, at: number, elsewhere: Elsewhere): OptionEntry {
  const found = entry.head.flags.map((flag) => elsewhere.get(flag)).find((other) => other !== undefined);
  if (found === undefined || found.list === at || entry.head.values.length > 0) return entry;
  return { ...entry, head: { ...entry.head, values: found.values } };
}

function isShort(flag: string): boolean {
  return !flag.startsWith('--');
}

/** `-T, --format=tex`, with `--format` elsewhere: the short flag means that value, and takes none. */
function standsForValue({ values }: OptionEntry['head']): boolean {
  return values.some(({ style, label }) => style === 'equals' && /^[a-z][\w-]*$/.test(label));
}

function commandsOnce(entries: readonly CommandEntry[]): CommandEntry[] {
  const byName = new Map<string, CommandEntry>();
  for (const entry of entries) {
    const first = byName.get(entry.name) ?? entry;
    // The synopsis of a manual page has the calls, its list says what they do.
    const isBare = first.description === '' && (first.options ?? []).length === 0;
    byName.set(entry.name, isBare ? { ...first, description: entry.description, options: entry.options } : first);
  }
  return [...byName.values()];
}

/** Options that only the usage has: `[-46AaC]` is a row of letters, `[-B address]` one with a value. */
function usageOptions(options: readonly string[]): readonly OptionEntry[] {
  const lines = options.flatMap((text) => {
    const row = /^-([A-Za-z0-9#]{2,})$/.exec(text)?.[1];
    if (row !== undefined && !isWord(row)) return [...row].map((letter) => `-${letter}`);
    const parts = text.split(/\s*\|\s*(?=-)/).filter((part) => part.startsWith('-'));
    // Several words behind a flag are a value each.
    return parts.map((part) =>
      /^--?[\w-]+(?: [a-z][\w-]*){2,}$/.test(part) ? part.replace(/ (\S+)/g, ' <$1>') : part,
    );
  });
  return readOptions({ lines: lines.map((text, at) => ({ text, indent: 0, number: at + 1 })) }).entries;
}

/** sysstat lists its options in the form of a usage: `[ -c ] [ -g <name> ]`. */
function bracketed(lines: readonly HelpLine[], { words }: Usage): readonly string[] {
  const own = lines.filter(({ text }) => /^\[ -/.test(text));
  const [name = 'x'] = words;
  return readUsage(
    own.map((line, at) => (at === 0 ? { ...line, text: `${name} ${line.text}` } : line)),
    undefined,
  ).options;
}

/** Rows are sorted, or contain capitals; `-batch` is one flag. */
function isWord(letters: string): boolean {
  return letters.length > 2 && /^[a-z]+$/.test(letters) && letters !== [...letters].toSorted().join('');
}

/** Facts of definitions such as `OBJECT := { link | route }` and `OPTIONS := { -V[ersion] | -4 }`, from iproute2. */
interface Grammar {
  readonly options: readonly string[];
  readonly commands: readonly string[];
}

/** Most lines of one definition. */
const MAX_DEFINITION = 40;

function readGrammar(lines: readonly HelpLine[]): Grammar {
  const definitions = lines.flatMap(({ text }, at) => {
    const name = /\b([A-Z][A-Z_-]*) ?:= ?[{[]/.exec(text)?.[1];
    const body = lines.slice(at, name === undefined ? at : at + MAX_DEFINITION).map((line) => line.text);
    return name === undefined ? [] : [{ name, choices: alternatives(body.join(' ').split(':=')[1] ?? '') }];
  });
  const options = definitions.filter(({ name }) => /^(?:OPTIONS|FLAGS)$/.test(name)).flatMap(({ choices }) => choices);
  const commands = definitions.filter(({ name }) => COMMAND.test(name)).flatMap(({ choices }) => choices);
  return {
    // `-o[neline] -j[son]`: the bar is sometimes missing.
    options: options
      .flatMap((option) => option.split(/\s+(?=-)/))
      .map((option) => option.replace(/^(-[A-Za-z]{1,3})\[([a-z][a-z-]*)\]/, '$1, $1$2')),
    commands: commands.filter((choice) => /^[a-z][\w-]*$/.test(choice)),
  };
}

/** Splits at the bars of the outermost braces, up to the one that closes them. */
function alternatives(text: string): string[] {
  const found: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (/[\]}]/.test(character)) depth -= 1;
    if (depth === 0 && /[\]}]/.test(character)) break;
    if (depth === 1 && character === '|') found.push('');
    else if (depth > 0) found.push(`${found.pop() ?? ''}${character}`);
    if (/[[{]/.test(character)) depth += 1;
  }
  return found.map((choice) => choice.trim()).filter((choice) => choice !== '');
}

function readArgumentTexts(sections: readonly HelpSection[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { lines } of sections.filter(({ kind }) => kind === 'arguments')) {
    let name: string | undefined;
    for (const { text } of lines) {
      const [, label, description = ''] =
        /^[<[{]{0,2}([A-Za-z][\w-]*)[>\]}]{0,2}(?:\.\.\.)?\]?(?: {2,}(.*)|$)/.exec(text) ?? [];
      if (label !== undefined) {
        name = label.toLowerCase();
        texts.set(name, description);
      } else if (name !== undefined && text !== '') texts.set(name, `${texts.get(name) ?? ''} ${text}`.trim());
      else name = text === '' ? name : undefined;
    }
  }
  return texts;
}

/** The subcommands listed in the description of their argument: `command  The command to run (a|b|c)`. */
function choicesIn(texts: ReadonlyMap<string, string>): string[] {
  const [, text = ''] = [...texts].find(([name]) => COMMAND.test(name)) ?? [];
  return /\(([a-z][\w-]*(?:\|[a-z][\w-]*)+)\)$/.exec(text)?.[1]?.split('|') ?? [];
}

/** Command lines, without the prompt. */
function readExamples(sections: readonly HelpSection[], program: string | undefined): string[] {
  if (program === undefined) return [];
  const lines = sections.filter(({ kind }) => kind === 'examples').flatMap(({ lines: body }) => body);
  return lines
    .map(({ text }) => text.replace(/^[$%>] /, ''))
    .filter((text) => text.startsWith(`${program} `))
    .slice(0, 8);
}

/** Sentences about the text itself, or about nothing. */
const NOISE =
  /^(?:copyright|licen[cs]e(?:d under|:)|error:|unknown (?:option|command|argument)|usage|use (?:["'`<-]|the |\S+ --?h)|see |try |for more|report (?:\w+ )?(?:bugs|issues|errors|problems)|mandatory arg|or:|where |written by|notes?:|note that|warning:|default )|\bversion \d|^\S+ \(?v?\d+\.\d|\billegal option|\bnot an option|\bare listed below/i;
/** A line of a program's name with its version, or of its author. */
const TITLE = /^\S+ \(?v?\d+\.\d\S*$|^[^.]{1,60} <[^\s@]+@[^\s@]+>$/;

/** Reads the sentence about the program: in a NAME section, before the usage, or right under it; else empty. */
function readDescription(sections: readonly HelpSection[], program: string): string {
  const named = sections.find(({ heading }) => /^(?:name|bezeichnung|nombre|nom)$/i.test(heading));
  const title = / [-–—]+ (.+)$/.exec(paragraphs(named?.lines ?? [])[0] ?? '')?.[1];
  if (title !== undefined) return sentence(title);
  const usage = sections.findIndex(({ kind }) => kind === 'usage');
  const before = sections.slice(0, Math.max(usage, 0));
  const below = sections.slice(usage + 1);
  const prose = [
    ...before.filter(({ kind }) => kind === 'other').flatMap(({ lines }) => paragraphs(lines)),
    ...paragraphs(proseUnder(sections[usage]?.lines ?? [])),
    ...below
      .filter(({ heading }) => heading === '' || /^description$/i.test(heading))
      .flatMap(({ lines }) => paragraphs(upToOptions(lines))),
  ];
  const found = prose.find(
    (text) => /^["'`]?\p{L}[\p{L}\w-]* .*\w/u.test(text) && !NOISE.test(text) && !/^\S+ [[<]/.test(text),
  );
  const [, own] = found?.startsWith(`${program} `) === true ? (/^\S+ +[-–—]+ +(.+)$/.exec(found) ?? []) : [];
  return sentence(own ?? found ?? '');
}

/** The first paragraph under the forms of a usage: at the left margin, or behind a blank line as click has it. */
function proseUnder(lines: readonly HelpLine[]): readonly HelpLine[] {
  const start = lines.findIndex(
    ({ text, indent }, at) =>
      at > 0 &&
      /^\p{Lu}\p{Ll}/u.test(text) &&
      (indent === 0 || (lines[at - 1]?.text === '' && / [a-z]+ [a-z]/.test(text))),
  );
  const rest = start === -1 ? [] : lines.slice(start);
  const end = rest.findIndex(({ text }) => text === '');
  return end === -1 ? rest : rest.slice(0, end);
}

function upToOptions(lines: readonly HelpLine[]): readonly HelpLine[] {
  const end = lines.findIndex(({ text }) => readOptionHead(text) !== undefined);
  return end === -1 ? lines : lines.slice(0, end);
}

function paragraphs(lines: readonly HelpLine[]): string[] {
  const parts = lines
    .map(({ text }) => (TITLE.test(text) ? '' : text))
    .join('\n')
    .split(/\n{2,}/);
  return parts.map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '');
}

function sentence(text: string): string {
  return text.replace(/[.!:](?:\s.*)?$/s, '').trim();
}

/** Fewer may be headings of another kind. */
const MIN_SUBSECTIONS = 2;
/** `COMMANDS`, `Domain commands`, and `VERBS` of miller. */
const HEADING = /\b(?:sub-?)?commands$|^verbs$/i;
const NAMES = /^[a-z][\w-]*(?:, [a-z][\w-]*)*$/;

/**
 * The subsections of a manual page that are named like subcommands, under a heading that says so, each a help text of its
 * own; and the other lines.
 */
function takeSubsections(
  lines: readonly HelpLine[],
  program: string,
): { readonly subsections: readonly CommandEntry[]; readonly others: readonly HelpLine[] } {
  const found: { readonly names: readonly string[]; readonly body: HelpLine[] }[] = [];
  const others: HelpLine[] = [];
  let isList = false;
  let open: { readonly indent: number; readonly body: HelpLine[] } | undefined;
  for (const [at, line] of lines.entries()) {
    const { text, indent } = line;
    if (text !== '' && indent === 0) isList = HEADING.test(text);
    if (open !== undefined && text !== '' && indent <= open.indent) open = undefined;
    const below = lines[at + 1];
    const isName = isList && open === undefined && indent > 0 && indent < 7 && NAMES.test(text);
    if (isName && below !== undefined && below.indent > indent) {
      open = { indent, body: [] };
      found.push({ names: text.split(', '), body: open.body });
    } else (open?.body ?? others).push(line);
  }
  if (found.length < MIN_SUBSECTIONS) return { subsections: [], others: lines };
  const subsections = found.map(({ names: [name = '', ...aliases], body }) => ({
    ...bareEntry(name),
    aliases,
    help: textOf(body, name, program),
  }));
  return { subsections, others };
}

/** The body, moved to the left, with its usage marked as one. */
function textOf(body: readonly HelpLine[], name: string, program: string): string {
  const left = Math.min(...body.filter(({ text }) => text !== '').map(({ indent }) => indent));
  const [first = '', ...rest] = body.map(({ text, indent }) => (text === '' ? '' : ' '.repeat(indent - left) + text));
  // hledger repeats the name, virsh writes its usage under "Syntax:".
  const call = `${program} ${name}`;
  return (first === name ? rest : [first, ...rest]).join('\n').replace(/^Syntax:\s+/, `Usage: ${program} `) || call;
}
