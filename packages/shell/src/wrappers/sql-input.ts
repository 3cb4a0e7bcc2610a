import { walkAll } from '../line/options.ts';
import { knownTexts } from '../line/patterns.ts';
import type { Word } from '../line/types.ts';
import type { Piped, Unwrapped } from './unwrapped.ts';

/** Options of psql that only say where the database is, and how results look. */
export const PSQL_OPTIONS =
  'A t x q X b h= p= U= d= F= host= port= username= dbname= no-align tuples-only expanded quiet no-psqlrc csv';

/** Options with which they read statements from their standard input, and do nothing else with them. */
const OPTIONS: Readonly<Record<string, string>> = {
  psql: `${PSQL_OPTIONS} echo-errors`,
  sqlite3: '',
};
const SQLITE_FLAG =
  /^--?(?:readonly|header|noheader|box|column|csv|json|line|list|markdown|table|tabs|quote|html|batch|bail|safe)$/;

/** Statements of SQL that the line gives to their standard input, as the words that say the same: their documents judge those. */
export function unwrapSql(name: string, args: readonly Word[], { stdin, isOwn }: Piped): Unwrapped | undefined {
  if (isOwn !== true || typeof stdin !== 'object' || stdin.unknown || !knownTexts(args)) return undefined;
  const isSqlite = name === 'sqlite3';
  const own = isSqlite ? args.filter(({ text }) => !SQLITE_FLAG.test(text)) : args;
  const { rest, issue } = walkAll(name, own, OPTIONS[name] ?? '');
  const statements =
    issue || (isSqlite ? rest.length !== 1 : rest.length > 2) ? undefined : statementsOf(stdin.text, isSqlite);
  if (!statements || statements.length === 0) return undefined;
  const words = statements.flatMap((text) => (isSqlite ? [{ text }] : [{ text: '-c' }, { text }]));
  const outer = isSqlite ? [{ text: name }, ...args, ...words] : [{ text: name }, ...words, ...args];
  return { name, inner: [], outer, keepsOuter: true, issues: [] };
}

/** A text or a name in quotes, a comment, or another sign. psql fills in variables, and obeys a backslash anywhere. */
const PIECES = {
  psql: /'[^'\\]*'|"[^"\\]*"|(--.*)|(;)|[^'"`/\\$:-]|\/(?!\*)|-|::(?=\w)|:(?![\w'"{:])/y,
  sqlite3: /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|(--.*)|(;)|[^'"`[/-]|\/(?!\*)|-/y,
};

/**
 * Each statement in one line, and each command of the program's own. Undefined: one may end or begin elsewhere, as in a text of
 * several lines, or behind a line that ends a statement without a semicolon.
 */
function statementsOf(text: string, isSqlite: boolean): readonly string[] | undefined {
  const found: string[] = [];
  const piece = isSqlite ? PIECES.sqlite3 : PIECES.psql;
  let statement = '';
  for (const line of text.split('\n')) {
    const isCommand = (isSqlite ? /^[.#]/ : /^\s*\\/).test(line);
    if (isCommand && statement.trim() === '') {
      found.push(line.trim());
      continue;
    }
    if (isCommand || /^\s*(?:\/|go\b)/i.test(line)) return undefined;
    for (piece.lastIndex = 0; piece.lastIndex < line.length; ) {
      const [taken, comment, end] = piece.exec(line) ?? [];
      if (taken === undefined) return undefined;
      if (comment === undefined) statement += taken;
      if (end === undefined) continue;
      found.push(statement.trim());
      statement = '';
    }
    statement += ' ';
  }
  return [...found, statement.trim()].filter((one) => one !== '');
}
