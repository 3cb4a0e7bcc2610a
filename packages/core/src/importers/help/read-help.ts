import type { HelpSection } from './split-sections.ts';
import { splitSections } from './split-sections.ts';
import { type CommandEntry, readCommands } from './read-commands.ts';
import { type HelpLine, readHelpLines } from './read-help-lines.ts';
import { type OptionEntry, readOptions } from './read-options.ts';
import type { AtipArgument } from '../../types/parameter.ts';
import { readDescription } from './read-description.ts';
import { type Usage, readUsage } from './read-usage.ts';
import { unclearRows } from './unclear-rows.ts';

/** What a help text says, stage by stage, before anything is made of it. */
export interface HelpReading {
  readonly usage: Pick<Usage, 'words' | 'endsOptions'>;
  readonly arguments: readonly AtipArgument[];
  /** The first sentences about the program; empty when there are none. */
  readonly description: string;
  readonly options: readonly OptionEntry[];
  readonly commands: readonly CommandEntry[];
  /** Rows that look like subcommands and are not among `commands`. */
  readonly unclear: readonly HelpLine[];
  /** What it says of its positional arguments, by lower-case name. */
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

/** What only the usage line has: `[-46AaC]` is a row of letters, `[-B address]` one with a value. */
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
