import type { HelpLine, HelpSection, SectionKind } from './help-lines.ts';
import { readOptionHead } from './option-head.ts';

/** The heading of a usage, in languages of manual pages too. */
const USAGE = 'usage|synopsis|übersicht|verwendung|aufruf|utilisation|sinopsis|uso|用法';
const KINDS: readonly (readonly [RegExp, SectionKind])[] = [
  [/\bexamples?\b(?! option)/i, 'examples'],
  [new RegExp(`^(?:[\\w.() -]{0,60}\\b)?(?:${USAGE})$|^syntax$`, 'iu'), 'usage'],
  [/\b(?:options?|flags?|switches)\b/i, 'other'],
  [/^TOPICS$/, 'commands'],
  [/\benv(?:ironment)?\b|\btopics\b/i, 'environment'],
  [/\b(?:positionals?|arguments?|args|parameters)\b/i, 'arguments'],
  [
    /\b(?<!\bthis |\b(?:by|which|that)\b.*)(?:sub-?commands?|commands?|actions?|verbs|operations|objects?|(?:unter)?befehle|(?:sous-)?commandes|(?:sub)?comandos)\b/i,
    'commands',
  ],
];

const CALLS = new RegExp(`^(${USAGE})(?:\\s*:\\s*|$)`, 'iu');

/** A heading of one to four words that needs no colon. */
const TITLE =
  /^(?:[A-Z][\w-]* ){0,3}(?:(?:sub-?)?commands|options|flags|switches|(?:positional )?arguments|usage|synopsis|examples?)$/i;
/** Only capitals, the headings of man pages and some help texts. */
const CAPITALS = /^\p{Lu}[\p{Lu} /&()-]+$/u;
/** `=== Title`, `## Title` and `<Title>`. */
const MARKED = /^(?:[=#]{1,6} (\S.*?)(?: [=#]{1,6})?|<([A-Z][a-z]+)>)$/;
/** Too long for the name of a group. */
const LONG = /^[a-z]\S*(?: \S+){5}/;
const UNDERLINE = /^(?:-{3,}|={3,}|~{3,})$/;
/** Three or more names on a line. */
const COLUMNS = /^[\w.-]+(?: {2,}[\w.-]+){2,}$/;
/** A name, and its description in a column. */
const ROW = /^[a-z][\w-]*( \S+)? {2,}\S/;

interface OpenEntry {
  readonly indent: number;
  /** Column of its description, once known. */
  readonly column: number | undefined;
}

/**
 * Sorts the lines of a help text under their headings, in order. A line inside the description of an option or command
 * is not a heading, even if it looks like one: `For example:`.
 *
 * @param isCall true for a line that begins with the program itself, such as `git lfs checkout:`
 */
export function splitSections(lines: readonly HelpLine[], isCall: (text: string) => boolean): HelpSection[] {
  const sections: (HelpSection & { readonly lines: HelpLine[] })[] = [];
  // The heading of subcommands whose groups have headings of their own.
  let group: Pick<HelpLine, 'indent'> | undefined;
  let entry: OpenEntry | undefined;
  // Indent of the last heading.
  let indent = 0;
  let section = { kind: 'other' as SectionKind, heading: '', lines: [] as HelpLine[] };
  const open = (next: typeof section): void => {
    if (section.lines.some(({ text }) => text !== '') || section.heading !== '') sections.push(section);
    section = next;
    entry = undefined;
  };
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const isInside = entry !== undefined && isDescription(line, entry, before);
    const found = isInside ? undefined : readHeading(line, { lines, at, kind: section.kind, isCall });
    if (found !== undefined) {
      // `… Here are those` above `commands and formats:` is a sentence.
      const isSentence =
        /^[a-z]/.test(found.heading) && /[a-z]$/.test(before?.text ?? '') && before?.indent === line.indent;
      const kind = isSentence ? 'other' : kindOf(found.heading);
      // Groups of subcommands are indented deeper than their common heading, or directly follow it.
      const isEmpty =
        section.heading !== '' && section.kind === 'commands' && section.lines.every(({ text }) => text === '');
      if (isEmpty && group !== undefined) group = { indent: group.indent - 1 };
      const isNested =
        group !== undefined &&
        kind === 'other' &&
        line.indent > group.indent &&
        !LONG.test(found.heading) &&
        !isSentence;
      open({ kind: isNested ? 'commands' : kind, heading: found.heading, lines: found.rest ? [found.rest] : [] });
      if (!isNested) group = kind === 'commands' ? line : undefined;
      indent = line.indent;
    } else {
      const isOver =
        section.kind === 'usage'
          ? section.lines.some(({ text }) => text !== '') && endsUsage(line, before)
          : section.kind === 'examples' && endsExamples(line, before, indent);
      if (isOver) open({ kind: 'other', heading: '', lines: [] });
      section.lines.push(line);
      if (section.kind !== 'usage') entry = follow(line, entry, section.kind);
    }
  }
  open({ kind: 'other', heading: '', lines: [] });
  return sections;
}

/** Deeper than its entry; after a blank line also not left of its description. */
function isDescription({ indent, text }: HelpLine, entry: OpenEntry, before: HelpLine | undefined): boolean {
  if (text === '' || indent <= entry.indent) return false;
  return before?.text !== '' || indent >= (entry.column ?? 0);
}

function follow(line: HelpLine, entry: OpenEntry | undefined, kind: SectionKind): OpenEntry | undefined {
  const { text, indent } = line;
  if (text === '') return entry;
  if (entry !== undefined && indent > entry.indent && (entry.column === undefined || indent >= entry.column))
    return { ...entry, column: entry.column ?? indent };
  const length =
    readOptionHead(text)?.length ?? (kind === 'commands' ? /^[a-z][\w.:-]*/.exec(text)?.[0].length : undefined);
  if (length === undefined) return entry !== undefined && indent > entry.indent ? entry : undefined;
  const gap = /\s{2,}(?=\S)/.exec(text.slice(length));
  return { indent, column: gap === null ? undefined : indent + length + gap.index + gap[0].length };
}

interface HeadingContext {
  readonly lines: readonly HelpLine[];
  readonly at: number;
  /** Kind of the section before it. */
  readonly kind: SectionKind;
  readonly isCall: (text: string) => boolean;
}

function readHeading(
  line: HelpLine,
  { lines, at, kind, isCall }: HeadingContext,
): { readonly heading: string; readonly rest?: HelpLine | undefined } | undefined {
  const { text, indent } = line;
  if (text === '' || readOptionHead(text) !== undefined) return undefined;
  const usage = CALLS.exec(text);
  // `usage: basic invocation` among rows such as `testing: options for it` is a row.
  const isRow = (other: HelpLine | undefined): boolean =>
    other?.indent === indent && /^[a-z][\w-]*: \S/.test(other.text);
  if (usage?.[1] !== undefined && !(isRow(line) && isRow(lines[at - 1]) && !/^usage/.test(lines[at - 1]?.text ?? ''))) {
    const rest = text.slice(usage[0].length);
    return {
      // Rows of commands right below it are not calls.
      heading: rest === '' && areCommands(lines.slice(at + 1, at + 4)) ? `${usage[1]} of commands` : usage[1],
      rest: rest === '' ? undefined : { ...line, indent: indent + usage[0].length, text: rest },
    };
  }
  const below = lines[at + 1];
  // Two lines ahead is enough: headings are close to their content.
  const next = lines.slice(at + 1, at + 4).find((other) => other.text !== '');
  if (text.length > 100 || next === undefined) return undefined;
  if (UNDERLINE.test(below?.text ?? '') && below?.indent === indent) return { heading: text };
  const marked = MARKED.exec(text);
  if (marked) return { heading: marked[1] ?? marked[2] ?? '' };
  if (/[:]$/.test(text) && !/^[-*]/.test(text)) {
    // `create:` among commands is one of them, with its description below.
    if (isCall(text) || (kind === 'commands' && /^[a-z][\w-]*(?: [[<A-Z.]\S*)*:$/.test(text) && !ROW.test(next.text)))
      return undefined;
    const leads =
      next.indent > indent ||
      /^[-[]/.test(next.text) ||
      below?.text === '' ||
      /usage:$|^(?:sub-?)?commands:$/i.test(text);
    return leads ? { heading: text.slice(0, -1).trim() } : undefined;
  }
  if (CAPITALS.test(text) && next.indent > indent) return { heading: text };
  if (TITLE.test(text) && (next.indent > indent || below?.text === '')) return { heading: text };
  // A prose line before commands is their heading, unless a blank line separates them.
  if (/\bcommands\b[^.,]*$/.test(text) && below !== undefined && COLUMNS.test(below.text)) return { heading: text };
  const isTitle = below !== undefined && below.text !== '' && below.indent > indent && /^[a-zA-Z][^.,;]*$/.test(text);
  const leadsCommands = isTitle && indent === 0 && ROW.test(below.text);
  const leadsOptions = isTitle && indent === 0 && /\boptions?\b/i.test(text) && /^-/.test(below.text);
  return leadsCommands || leadsOptions ? { heading: leadsCommands ? `${text} commands` : text } : undefined;
}

/** Three names, each with a sentence in its column. */
function areCommands(rows: readonly HelpLine[]): boolean {
  const names = rows.map(({ text }) => /^([a-z][\w-]*) {2,}[A-Z][a-z]+ [a-z]/.exec(text)?.[1]);
  return names.length === 3 && !names.includes(undefined) && new Set(names).size === 3;
}

/** A blank line followed by prose or options ends the usage. */
function endsUsage(line: HelpLine, before: HelpLine | undefined): boolean {
  if (line.text === '') return false;
  if (readOptionHead(line.text) !== undefined && !/^-[^ ]* [^ ]*\|/.test(line.text))
    return before?.text !== undefined && !/[|[]$/.test(before.text);
  return before?.text === '' && !/^(?:or:? |\$ )/i.test(line.text) && line.indent === 0;
}

/** An option with a description, no deeper than the heading, ends the examples, which belonged to the option above. */
function endsExamples(line: HelpLine, before: HelpLine | undefined, indent: number): boolean {
  const head = before?.text === '' && line.indent <= indent ? readOptionHead(line.text) : undefined;
  return head !== undefined && /^(?:$| {2,})/.test(line.text.slice(head.length));
}

function kindOf(heading: string): SectionKind {
  return KINDS.find(([pattern]) => pattern.test(heading))?.[1] ?? 'other';
}
