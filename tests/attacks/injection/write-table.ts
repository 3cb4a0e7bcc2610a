import type { Attempt } from './attempt.ts';
import type { Trick } from './trick.ts';

/** The tricks as a table of Markdown, with what was found and not what was expected. */
export function writeTable(rows: readonly { program: string; trick: Trick; found: Attempt }[]): string {
  const lines = rows.map(({ program, trick, found }) => {
    const title = trick.approved ? `${trick.title} (a person agreed)` : trick.title;
    return [program, title, found.byHand, found.result, found.layer].map(cell).join(' | ');
  });
  return ['', 'program | trick | by hand | with ATIP | stopped by', '--- | --- | --- | --- | ---', ...lines, '']
    .map((line) => (line === '' ? '' : `| ${line} |`))
    .join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
