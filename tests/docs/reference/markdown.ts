/** A cell of a table: nothing in it ends the cell or the line, and what looks like a tag stays text. */
function cell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|');
}

/** Text as code, also when it holds grave accents; empty text is none. @see CommonMark 0.31 §6.1 */
export function code(text: string): string {
  if (text === '') return '';
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

/**
 * Words that were not written for Markdown: names in angle brackets would be read as HTML, and underscores as emphasis.
 */
export function prose(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('*', '\\*').replaceAll('_', '\\_');
}

/** A table; every row has to have a cell for each heading. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const wrong = rows.find((row) => row.length !== head.length);
  if (wrong) throw new Error(`${wrong.length} cells under ${head.length} headings: ${wrong[0]}`);
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
