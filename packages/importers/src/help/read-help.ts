import { type HelpLine, type HelpSection, readHelpLines, type SectionKind } from './help-lines.ts';
import { type CommandEntry, readCommands } from './read-commands.ts';
import { type OptionEntry, readOptionHead, readOptions } from './read-options.ts';
import { readUsage, type Usage } from './read-usage.ts';
import type { AtipArgument } from '@atip/core';

/** The contents of a help text, before a tool is made of them. */
export interface HelpReading {
  readonly usage: Pick<Usage, 'words' | 'endsOptions'>;
  readonly arguments: readonly AtipArgument[];
  /** The first sentences about the program; empty when there are none. */
  readonly description: string;
  readonly options: readonly OptionEntry[];
  readonly commands: readonly CommandEntry[];
  /** Rows that look like subcommands and are not among `commands`. */
  readonly unclear: readonly HelpLine[];
  /** Its facts about positional arguments, by lower-case name. */
  readonly argumentTexts: ReadonlyMap<string, string>;
  readonly examples: readonly string[];
}

/** Reads a help text of any layout. */
export function readHelp(text: string, path?: readonly string[]): HelpReading {
  const lines = readHelpLines(text);
  const sections = splitSections(lines);
  const usage = readUsage(usageLines(sections, lines), path);
  const listed = sections
    .filter(({ kind }) => kind === 'other' || kind === 'arguments' || kind === 'commands')
    .flatMap(readOptions);
  const options = listed.length > 0 ? onceEach(listed) : usageOptions(usage);
  const lists = sections.map((section) => ({ section, entries: readCommands(section, usage.takesCommand) }));
  const commands = commandsOnce(lists.flatMap(({ entries }) => entries));
  const hasCommands = commands.length > 0 && (usage.takesCommand || isUnsaid(usage, commands));
  return {
    usage,
    arguments: hasCommands ? [] : [...usage.arguments, ...usage.commandArguments],
    description: readDescription(sections),
    options,
    commands: hasCommands ? commands : [],
    unclear: hasCommands ? lists.flatMap(({ section, entries }) => unclearRows(section, entries)) : [],
    argumentTexts: readArgumentTexts(sections),
    examples: readExamples(sections, usage.words[0]),
  };
}

/** The usage does not ask for a subcommand by that word: it has none of its own, or shows one of them. */
function isUnsaid({ arguments: [first, ...more] }: Usage, commands: readonly CommandEntry[]): boolean {
  return first === undefined || (more.length === 0 && commands.some(({ name }) => name === first.name));
}

/** The section that says so, or a first line that looks like one. */
function usageLines(sections: readonly HelpSection[], lines: readonly HelpLine[]): readonly HelpLine[] {
  const section = sections.find(({ kind, lines: body }) => kind === 'usage' && body.some(({ text }) => text !== ''));
  if (section !== undefined) return section.lines;
  const first = lines.find(({ text }) => text !== '');
  return first !== undefined && /^[\w.+-]+ (?:[[<]|[A-Z]{3,}\b)/.test(first.text) ? [first] : [];
}

/** Of two entries with a spelling in common the first keeps it. */
function onceEach(entries: readonly OptionEntry[]): OptionEntry[] {
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const flags = entry.head.flags.filter((flag) => !seen.has(flag));
    for (const flag of flags) seen.add(flag);
    const isValue = flags.length < entry.head.flags.length && flags.every(isShort) && standsForValue(entry.head);
    return flags.length === 0 ? [] : [{ ...entry, head: { ...entry.head, flags, ...(isValue && { values: [] }) } }];
  });
}

function isShort(flag: string): boolean {
  return !flag.startsWith('--');
}

/** `-T, --format=tex`, where `--format` stands elsewhere: the short flag is that value, and takes none. */
function standsForValue({ values }: OptionEntry['head']): boolean {
  return values.some(({ style, label }) => style === 'equals' && /^[a-z][\w-]*$/.test(label));
}

function commandsOnce(entries: readonly CommandEntry[]): CommandEntry[] {
  const byName = new Map<string, CommandEntry>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return [...byName.values()];
}

/** Options that only the usage line has: `[-46AaC]` is a row of letters, `[-B address]` one with a value. */
function usageOptions({ options }: Usage): OptionEntry[] {
  const lines = options.flatMap((text) => {
    const row = /^-([A-Za-z0-9]{2,})$/.exec(text)?.[1];
    if (row !== undefined) return [...row].map((letter) => `-${letter}`);
    return text.split(/\s*\|\s*(?=-)/).filter((part) => part.startsWith('-'));
  });
  const section = {
    kind: 'other' as const,
    heading: '',
    lines: lines.map((text, at) => ({ text, indent: 0, number: at + 1 })),
  };
  return onceEach(readOptions(section));
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

/** Command lines, without the prompt in front. */
function readExamples(sections: readonly HelpSection[], program: string | undefined): string[] {
  if (program === undefined) return [];
  const lines = sections.filter(({ kind }) => kind === 'examples').flatMap(({ lines: body }) => body);
  return lines
    .map(({ text }) => text.replace(/^[$%>] /, ''))
    .filter((text) => text.startsWith(`${program} `))
    .slice(0, 8);
}

/** A name and a placeholder, which prose does not begin with. */
const ROW = /^[a-z0-9][\w.+-]* [<[]/;

/** Rows of a list of subcommands that look like one and were not read: nothing says where their arguments end. */
function unclearRows({ kind, lines }: HelpSection, entries: readonly CommandEntry[]): readonly HelpLine[] {
  if (kind !== 'commands' || entries.length === 0) return [];
  const read = new Set(entries.map(({ line }) => line));
  const column = Math.min(...lines.filter(({ number }) => read.has(number)).map(({ indent }) => indent));
  return lines.filter(({ text, indent, number }) => indent === column && !read.has(number) && ROW.test(text));
}

/** Sentences that say something about the text, or about nothing, and not what the program does. */
const NOISE =
  /^(?:copyright|licen[cs]e|error|unknown|usage|use |see |try |for more|report |mandatory arg|or:|where |written by|note|warning|default )|\bversion \d|^\S+ \(?v?\d+\.\d|\billegal option|\bnot an option|\bare listed below/i;

/** Reads the sentence on the program: in a NAME section, before the usage, or right under it; else empty. */
function readDescription(sections: readonly HelpSection[]): string {
  const named = sections.find(({ heading }) => /^name$/i.test(heading))?.lines.find(({ text }) => text !== '')?.text;
  const title = named === undefined ? undefined : /\s[-–—]+\s(.+)$/.exec(named)?.[1];
  if (title !== undefined) return sentence(title);
  const usage = sections.findIndex(({ kind }) => kind === 'usage');
  const before = sections.slice(0, Math.max(usage, 0));
  const below = sections.slice(usage + 1);
  const under = (sections[usage]?.lines ?? []).filter(
    ({ text, indent }, at) => at > 0 && indent === 0 && /^[A-Z][a-z]/.test(text),
  );
  const prose = [
    ...before.filter(({ kind }) => kind === 'other').flatMap(({ lines }) => paragraphs(lines)),
    ...paragraphs(under),
    ...below
      .filter(({ heading }) => heading === '' || /^description$/i.test(heading))
      .flatMap(({ lines }) => paragraphs(upToOptions(lines))),
  ];
  return sentence(
    prose.find((text) => /^["'`]?[A-Za-z][\w-]* .*\w/.test(text) && !NOISE.test(text) && !/^\S+ [[<]/.test(text)) ?? '',
  );
}

function upToOptions(lines: readonly HelpLine[]): readonly HelpLine[] {
  const end = lines.findIndex(({ text }) => readOptionHead(text) !== undefined);
  return end === -1 ? lines : lines.slice(0, end);
}

function paragraphs(lines: readonly HelpLine[]): string[] {
  const parts = lines
    .map(({ text }) => text)
    .join('\n')
    .split(/\n{2,}/);
  return parts.map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '');
}

/** Longest that is kept, in UTF-16 units. */
const MAX_SENTENCE = 200;

function sentence(text: string): string {
  const end = /[.!:](?:\s|$)/.exec(text);
  const first = end === null ? text : text.slice(0, end.index);
  return (first.length > MAX_SENTENCE ? `${first.slice(0, first.lastIndexOf(' ', MAX_SENTENCE))} …` : first).trim();
}

const KINDS: readonly (readonly [RegExp, SectionKind])[] = [
  [/^(?:[\w.() -]{0,60}\b)?(?:usage|synopsis)$/i, 'usage'],
  [/\bexamples?\b(?! option)/i, 'examples'],
  [/\b(?:options?|flags?|switches)\b/i, 'other'],
  [/\benvironment\b|\bvariables\b/i, 'environment'],
  [/\b(?:sub-?commands?|commands?|actions|verbs)\b/i, 'commands'],
  [/\b(?:positionals?|arguments?|args|parameters)\b/i, 'arguments'],
];

/** Names alone, three or more on a line. */
const COLUMNS = /^[\w.-]+(?: {2,}[\w.-]+){2,}$/;

/** Sorts the lines of a help text under their headings, in order. */
function splitSections(lines: readonly HelpLine[]): HelpSection[] {
  const sections: HelpSection[] = [];
  let kind: SectionKind = 'other';
  let heading = '';
  let body: HelpLine[] = [];
  const close = (): void => {
    if (body.some(({ text }) => text !== '') || heading !== '') sections.push({ kind, heading, lines: body });
    body = [];
  };
  for (const [at, line] of lines.entries()) {
    const found = readHeading(line, lines[at + 1], nextFilled(lines, at));
    if (found !== undefined) {
      close();
      heading = found.heading;
      kind = kindOf(heading);
      if (found.rest !== undefined) body.push(found.rest);
    } else if (kind === 'usage' && body.some(({ text }) => text !== '') && endsUsage(line, lines[at - 1])) {
      close();
      [kind, heading] = ['other', ''];
      body.push(line);
    } else body.push(line);
  }
  close();
  return sections;
}

function readHeading(
  line: HelpLine,
  below: HelpLine | undefined,
  next: HelpLine | undefined,
): { readonly heading: string; readonly rest?: HelpLine } | undefined {
  const { text, indent } = line;
  if (text === '' || readOptionHead(text) !== undefined) return undefined;
  const usage = /^(usage|synopsis)(?:\s*:\s*|$)/i.exec(text);
  if (usage?.[1] !== undefined) {
    const rest = text.slice(usage[0].length);
    return {
      heading: usage[1],
      ...(rest !== '' && { rest: { ...line, indent: indent + usage[0].length, text: rest } }),
    };
  }
  if (text.length > 100) return undefined;
  if (/[:]$/.test(text) && !/^[-*]/.test(text) && next !== undefined) {
    const leads = next.indent > indent || /^[-[]/.test(next.text) || below?.text === '' || /usage:$/i.test(text);
    return leads ? { heading: text.slice(0, -1).trim() } : undefined;
  }
  // Capitals alone, as man pages and some help texts have their headings.
  if (/^[A-Z][A-Z /&()-]+$/.test(text) && next !== undefined && next.indent > indent) return { heading: text };
  // A line of prose with commands below it, and a blank line before them none.
  if (/\bcommands\b[^.,]*$/.test(text) && below !== undefined && COLUMNS.test(below.text)) return { heading: text };
  const isTitle = below !== undefined && below.text !== '' && below.indent > indent && /^[a-zA-Z][^.,;]*$/.test(text);
  const leadsCommands = isTitle && indent === 0 && /^[a-z][\w-]*( \S+)? {2,}\S/.test(below.text);
  const leadsOptions = isTitle && indent === 0 && /\boptions?\b/i.test(text) && /^-/.test(below.text);
  return leadsCommands || leadsOptions ? { heading: leadsCommands ? `${text} commands` : text } : undefined;
}

/** A blank line, and then prose or options: the usage is over. */
function endsUsage(line: HelpLine, before: HelpLine | undefined): boolean {
  if (line.text === '') return false;
  if (readOptionHead(line.text) !== undefined && !/^-[^ ]* [^ ]*\|/.test(line.text))
    return before?.text !== undefined && !/[|[]$/.test(before.text);
  return before?.text === '' && !/^(?:or:? |\$ )/i.test(line.text) && line.indent === 0;
}

function nextFilled(lines: readonly HelpLine[], at: number): HelpLine | undefined {
  // Two lines on is enough: headings stand close to what they lead.
  return lines.slice(at + 1, at + 4).find(({ text }) => text !== '');
}

function kindOf(heading: string): SectionKind {
  return KINDS.find(([pattern]) => pattern.test(heading))?.[1] ?? 'other';
}
