import type { Row } from './run-matrix.ts';
import { GROUP_NAMES } from './suite.ts';

/** Differences shown of one runtime; the rest is counted. */
const MOST_SHOWN = 10;

/** The matrix in Markdown, runtime by group of cases, with what differs below it; `isEqual` when nothing does. */
export function matrixTable(rows: readonly Row[]): { readonly text: string; readonly isEqual: boolean } {
  const head = ['runtime', ...GROUP_NAMES, 'seconds', 'calls itself'];
  const lines = [head, head.map(() => '---'), ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |\n`);
  const notes = rows.flatMap(notesOf);
  const isEqual = rows.every(
    (row) => 'leftOut' in row || ('report' in row && row.report.cases.every(({ equal }) => equal)),
  );
  return { text: lines.join('') + (notes.length > 0 ? `\n${notes.join('\n')}\n` : ''), isEqual };
}

function cellsOf(row: Row): string[] {
  if ('leftOut' in row) return [row.name, ...GROUP_NAMES.map(() => '–'), '–', 'left out'];
  if ('error' in row) return [row.name, ...GROUP_NAMES.map(() => '✗'), '–', 'failed'];
  const { report, name, seconds } = row;
  const groups = GROUP_NAMES.map((group) => {
    const cases = report.cases.filter((one) => one.group === group);
    const wrong = cases.filter(({ equal }) => !equal).length;
    return wrong === 0 && cases.length > 0 ? `✓ ${cases.length}` : `✗ ${wrong} of ${cases.length}`;
  });
  return [name, ...groups, seconds.toFixed(1), `${report.version} (${report.locale}, ${report.timeZone})`];
}

function notesOf(row: Row): string[] {
  if ('leftOut' in row) return [`${row.name} is left out: ${row.leftOut}.`];
  if ('error' in row) return [`${row.name} failed: ${String(row.error)}`];
  const wrong = row.report.cases.filter(({ equal }) => !equal);
  const shown = wrong
    .slice(0, MOST_SHOWN)
    .map(({ group, name, difference }) => `${row.name}, ${group}, ${name}: ${difference}`);
  return wrong.length > MOST_SHOWN ? [...shown, `${row.name}: and ${wrong.length - MOST_SHOWN} more`] : shown;
}
