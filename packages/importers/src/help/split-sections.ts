import type { HelpLine, HelpSection, SectionKind } from './help-lines.ts';
import { readOptionHead } from './read-options.ts';

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
export function splitSections(lines: readonly HelpLine[]): HelpSection[] {
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

interface Heading {
  readonly heading: string;
  /** What stands behind the colon on the same line. */
  readonly rest?: HelpLine;
}

function readHeading(line: HelpLine, below: HelpLine | undefined, next: HelpLine | undefined): Heading | undefined {
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
