import type { HelpLine, HelpSection } from './help-lines.ts';

/** A subcommand that a help text lists. */
export interface CommandEntry {
  readonly name: string;
  /** Other names that it is listed with. */
  readonly aliases: readonly string[];
  readonly description: string;
  /** The text after the name, such as `[PATTERN...]`. */
  readonly usage: string;
  readonly line: number;
}

/** `name, alias  what it does`; also `name:  …`, and with arguments behind the name. */
const ENTRY =
  /^(\*?[a-z0-9][\w.+-]*(?::[\w.-]+)*)((?:, ?[a-z0-9][\w.+-]*)*):?((?: (?:[<[{(]?[A-Z<[|][^\s]*|\.\.\.))*)(?: {2,}|\t| - |: {1,})(\S.*)$/;
/** The same with one space before a description of two words or more, which placeholders in brackets tell apart from what the command takes. */
const TIGHT_ENTRY =
  /^([a-z0-9][\w.+-]*)()((?: (?:<[^<>\s]+>|\[[^[\]\s]+\])(?:\.\.\.)?)+) ([A-Za-z][a-z]*(?: (?![<[{|-])\S+)+)$/;
const NAME = /^[a-z0-9][\w.+-]*$/;

/** The subcommands of a section. `isCertain`: the usage asks for one, so a list needs no such word in its heading. */
export function readCommands(section: HelpSection, isCertain: boolean): CommandEntry[] {
  const { kind, heading, lines } = section;
  if (kind !== 'commands' && !(isCertain && kind === 'other' && heading !== '' && looksLikeList(lines))) return [];
  const filled = lines.filter(({ text }) => text !== '');
  return readWrapped(filled) ?? readColumns(filled) ?? readEntries(filled);
}

function looksLikeList(lines: readonly HelpLine[]): boolean {
  const filled = lines.filter(({ text }) => text !== '');
  return (
    filled.length > 1 && filled.filter(({ text, indent }) => indent > 0 && ENTRY.test(text)).length * 2 > filled.length
  );
}

function readEntries(lines: readonly HelpLine[]): CommandEntry[] {
  const entries: (CommandEntry & { readonly indent: number; description: string })[] = [];
  const column = Math.min(...lines.filter(({ text }) => ENTRY.test(text)).map(({ indent }) => indent));
  for (const { text, indent, number } of lines) {
    const [, name = '', aliases = '', usage = '', description = ''] =
      indent <= column + 1 ? (ENTRY.exec(text) ?? (indent === column ? TIGHT_ENTRY.exec(text) : null) ?? []) : [];
    const bare = name.replace(/^\*/, '');
    if (bare !== '') {
      const others = aliases.split(/, ?/).filter((alias) => alias !== '');
      entries.push({ name: bare, aliases: others, usage: usage.trim(), description, line: number, indent });
      continue;
    }
    const last = entries.at(-1);
    if (last !== undefined && indent > last.indent + 2) last.description += ` ${text}`;
    // A name too long for its column, or one that nothing is said of.
    else if (indent === column && /^[a-z][\w-]*( [<[A-Z]\S*)*$/.test(text)) {
      const [word = '', ...rest] = text.split(' ');
      entries.push({ name: word, aliases: [], usage: rest.join(' '), description: '', line: number, indent });
    }
  }
  return entries.map(({ indent: _column, ...entry }) => ({
    ...entry,
    description: entry.description.replace(/\s+/g, ' ').trim(),
  }));
}

/** A list with commas, wrapped over lines. */
function readWrapped(lines: readonly HelpLine[]): CommandEntry[] | undefined {
  const first = lines.findIndex(({ text }) => /^(?:[\w.-]+,\s*){3,}/.test(text));
  if (first === -1) return undefined;
  const end = lines.findIndex(({ text }, at) => at >= first && !/,$/.test(text));
  const own = lines.slice(first, end === -1 ? undefined : end + 1);
  return own.flatMap(({ text, number }) =>
    text
      .split(/,\s*/)
      .filter((name) => NAME.test(name))
      .map((name) => bareEntry(name, number)),
  );
}

/** Names alone in three columns or more. */
function readColumns(lines: readonly HelpLine[]): CommandEntry[] | undefined {
  const rows = lines.map(({ text, number }) => ({ words: text.split(/\s{2,}/), number }));
  const isTable =
    rows.some(({ words }) => words.length > 2) && rows.every(({ words }) => words.every((word) => NAME.test(word)));
  return isTable ? rows.flatMap(({ words, number }) => words.map((word) => bareEntry(word, number))) : undefined;
}

function bareEntry(name: string, line: number): CommandEntry {
  return { name, aliases: [], description: '', usage: '', line };
}
