import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';

/** A row of a table in docs/faults.md: what is promised for one fault at one place. */
export interface FaultRow {
  /** The heading above the table. */
  readonly fault: string;
  /** The first column, as plain text. */
  readonly where: string;
  /** The second column as it is written. */
  readonly see: string;
  /** What a user or a program is told, literally: the code spans of the second column; `…` stands for anything. */
  readonly told: readonly string[];
  readonly kept: string;
  readonly todo: string;
  /** Files of tests, from the repository's root, and the titles that follow each; without titles: the row's own. */
  readonly tests: readonly { readonly file: string; readonly titles: readonly string[] }[];
}

export const PAGE = 'docs/faults.md';
const COLUMNS = ['Where', 'What you see', 'What is kept', 'What to do', 'Tested by'];

/** Reads every row of docs/faults.md; the page is the expectation, so that it cannot differ from what is tested. */
export function readDocumented(): readonly FaultRow[] {
  const rows: FaultRow[] = [];
  let fault = '';
  let inTable = false;
  for (const line of readFileSync(join(ROOT, PAGE), 'utf8').split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) fault = heading;
    if (line.startsWith('|---')) continue;
    const cells = /^\| (.+) \|$/.exec(line)?.[1]?.split(' | ');
    if (cells === undefined) inTable = false;
    else if (cells.join() === COLUMNS.join()) inTable = true;
    else if (inTable) rows.push(readRow(fault, cells));
  }
  return rows;
}

function readRow(fault: string, cells: readonly string[]): FaultRow {
  const [where, see, kept, todo, by, ...rest] = cells;
  if (!where || !see || !kept || !todo || !by || rest.length > 0) {
    throw new Error(`${PAGE}: a row of "${fault}" has not five full cells: ${cells.join(' | ')}`);
  }
  return { fault, where: where.replaceAll('`', ''), see, told: codeSpans(see), kept, todo, tests: readTests(by) };
}

function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
}

/** `[name](../tests/x.test.ts) “title” “title”, [name](…)` */
function readTests(cell: string): FaultRow['tests'] {
  return cell
    .split(/(?=\[)/)
    .filter((part) => part.startsWith('['))
    .map((part) => {
      const [, file] = /^\[[^\]]+\]\(\.\.\/([^)]+)\)/.exec(part) ?? [];
      if (file === undefined) throw new Error(`${PAGE}: no link to a test: ${part}`);
      return { file, titles: [...part.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title) };
    });
}

/** Whether a text holds what a code span promises. */
export function holds(text: string, span: string): boolean {
  const escaped = span.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(escaped.join('[^\\n]*?')).test(text);
}
