import type { HelpSection } from './split-sections.ts';
import { splitSections } from './split-sections.ts';
import { type CommandEntry, readCommands } from './read-commands.ts';
import { type HelpLine, readHelpLines } from './read-help-lines.ts';
import { type OptionEntry, readOptions } from './read-options.ts';
import { type Usage, readUsage } from './read-usage.ts';

/** What a help text says, stage by stage, before anything is made of it. */
export interface HelpReading {
  readonly usage: Usage;
  /** The first sentences about the program; empty when there are none. */
  readonly description: string;
  readonly options: readonly OptionEntry[];
  readonly commands: readonly CommandEntry[];
  /** What it says of its positional arguments, by lower-case name. */
  readonly argumentTexts: ReadonlyMap<string, string>;
  readonly examples: readonly string[];
}

/** Reads a help text of any layout. */
export function readHelp(text: string, program?: string): HelpReading {
  const lines = readHelpLines(text);
  const sections = splitSections(lines);
  const usage = readUsage(sections.find(({ kind, lines: body }) => kind === 'usage' && body.some(({ text: t }) => t !== '')), program);
  const listed = sections.filter(({ kind }) => kind === 'other' || kind === 'arguments' || kind === 'commands').flatMap(readOptions);
  const options = listed.length > 0 ? onceEach(listed) : usageOptions(usage);
  const commands = sections.flatMap((section) => readCommands(section, usage.takesCommand));
  return {
    usage,
    description: readDescription(sections, lines),
    options,
    commands: usage.takesCommand || usage.arguments.length === 0 ? commandsOnce(commands) : [],
    argumentTexts: readArgumentTexts(sections),
    examples: readExamples(sections, usage.words[0]),
  };
}

/** Of two entries with a spelling in common the first keeps it. */
function onceEach(entries: readonly OptionEntry[]): OptionEntry[] {
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const flags = entry.head.flags.filter((flag) => !seen.has(flag));
    for (const flag of flags) seen.add(flag);
    return flags.length === 0 ? [] : [{ ...entry, head: { ...entry.head, flags } }];
  });
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
  const section = { kind: 'other' as const, heading: '', lines: lines.map((text, at) => ({ text, indent: 0, number: at + 1 })) };
  return onceEach(readOptions(section));
}

function readDescription(sections: readonly HelpSection[], lines: readonly HelpLine[]): string {
  const name = sections.find(({ heading }) => /^name$/i.test(heading))?.lines.find(({ text }) => text !== '')?.text;
  const named = name === undefined ? undefined : /\s[-–—]+\s(.+)$/.exec(name)?.[1];
  if (named !== undefined) return sentence(named);
  const prose = sections
    .filter(({ kind, heading }) => kind === 'other' && (heading === '' || /description/i.test(heading)))
    .flatMap(({ lines: body }) => paragraphs(body))
    .find((paragraph) => /^["'`]?[A-Za-z]\S* \S+ \S/.test(paragraph) && !/^(?:copyright|error|unknown|usage|use |see |try |for more|report|default )|\bversion \d|^\S+ v?\d+\.\d/i.test(paragraph));
  return sentence(prose ?? afterUsage(lines));
}

/** GNU programs say what they do right under their usage. */
function afterUsage(lines: readonly HelpLine[]): string {
  const at = lines.findIndex(({ text }) => /^usage:/i.test(text));
  const below = at === -1 ? [] : lines.slice(at + 1, at + 6);
  return below.find(({ text }) => /^[A-Z][a-z]+ .*\w/.test(text) && !/^(?:or|options?|usage|example)\b/i.test(text))?.text ?? '';
}

function paragraphs(lines: readonly HelpLine[]): string[] {
  const joined = lines.map(({ text }) => (text.startsWith('-') ? '' : text)).join('\n');
  return joined.split(/\n{2,}/).map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '');
}

function sentence(text: string): string {
  const end = /[.!](?:\s|$)/.exec(text);
  const first = end === null ? text : text.slice(0, end.index);
  return (first.length > 200 ? `${first.slice(0, first.lastIndexOf(' ', 200))} …` : first).trim();
}

function readArgumentTexts(sections: readonly HelpSection[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { lines } of sections.filter(({ kind }) => kind === 'arguments')) {
    let name: string | undefined;
    for (const { text } of lines) {
      const [, label, description = ''] = /^[<[{]{0,2}([A-Za-z][\w-]*)[>\]}]{0,2}(?:\.\.\.)?\]?(?: {2,}(.*)|$)/.exec(text) ?? [];
      if (label !== undefined) texts.set((name = label.toLowerCase()), description);
      else if (name !== undefined && text !== '') texts.set(name, `${texts.get(name) ?? ''} ${text}`.trim());
      else name = text === '' ? name : undefined;
    }
  }
  return texts;
}

/** Command lines, without the prompt in front. */
function readExamples(sections: readonly HelpSection[], program: string | undefined): string[] {
  if (program === undefined) return [];
  const lines = sections.filter(({ kind }) => kind === 'examples').flatMap(({ lines: body }) => body);
  return lines.map(({ text }) => text.replace(/^[$%>] /, '')).filter((text) => text.startsWith(`${program} `)).slice(0, 8);
}
