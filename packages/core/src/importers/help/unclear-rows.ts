import type { CommandEntry } from './read-commands.ts';
import type { HelpLine } from './read-help-lines.ts';
import type { HelpSection } from './split-sections.ts';

/** A name and a placeholder, which prose does not begin with. */
const ROW = /^[a-z0-9][\w.+-]* [<[]/;

/**
 * The rows of a list of subcommands that look like one and were not read: nothing says where what they take ends.
 *
 * @param entries what was read of the section
 */
export function unclearRows({ kind, lines }: HelpSection, entries: readonly CommandEntry[]): readonly HelpLine[] {
  if (kind !== 'commands' || entries.length === 0) return [];
  const read = new Set(entries.map(({ line }) => line));
  const column = Math.min(...lines.filter(({ number }) => read.has(number)).map(({ indent }) => indent));
  return lines.filter(({ text, indent, number }) => indent === column && !read.has(number) && ROW.test(text));
}
