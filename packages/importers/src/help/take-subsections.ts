import type { HelpLine } from './help-lines.ts';
import { bareEntry, type CommandEntry } from './read-commands.ts';

/** Fewer may be headings of another kind. */
const MIN_SUBSECTIONS = 2;
/** `COMMANDS`, `Domain commands`, and `VERBS` of miller. */
const HEADING = /\b(?:sub-?)?commands$|^verbs$/i;
const NAMES = /^[a-z][\w-]*(?:, [a-z][\w-]*)*$/;

/**
 * The subsections of a manual page that are named like subcommands, under a heading that says so, each a help text of its
 * own; and the other lines.
 */
export function takeSubsections(
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
