import type { Trick } from './trick.ts';

const NEUTRALISED = { result: 'neutralised', layer: 'arguments' } as const;
const ASKED = { result: 'refused CONFIRMATION', layer: 'policy' } as const;
const HELD = { result: 'neutralised', layer: 'sandbox' } as const;
const OPEN = { call: 'sqlite3', approved: true } as const;

/** What SQL and the shell's own commands can do, all of them words that no check of arguments can tell from harmless ones. */
const WORDS: readonly string[] = [
  '.shell touch pwned',
  '.system touch pwned',
  '.output pwned',
  '.once |touch pwned',
  ".import '|touch pwned' t",
  '.backup pwned',
  '.log pwned',
  "VACUUM INTO 'pwned'",
  "SELECT writefile('pwned', 'x')",
  "SELECT edit('x', 'touch pwned; :')",
];

const ATTACH = "ATTACH 'pwned' AS p; CREATE TABLE p.x(y)";
const KEY = '%HOME%/.ssh/id_ed25519';

/** What values can make sqlite3 do. */
export const SQLITE3_TRICKS: readonly Trick[] = [
  ...WORDS.flatMap((sql): Trick[] => [
    { title: `\`${sql}\``, call: 'sqlite3', values: { database: 'base.db', sql }, byHand: 'wrote', ...ASKED },
    {
      title: `\`${sql}\` with -readonly`,
      call: 'sqlite3_-readonly',
      values: { database: 'base.db', sql },
      byHand: 'wrote',
      ...HELD,
    },
    {
      title: `\`${sql}\` with -safe`,
      call: 'sqlite3_-safe',
      values: { database: 'base.db', sql },
      byHand: 'nothing',
      ...NEUTRALISED,
    },
  ]),
  { title: '`ATTACH`', call: 'sqlite3', values: { database: 'base.db', sql: ATTACH }, byHand: 'wrote', ...ASKED },
  {
    title: '`ATTACH` with -readonly',
    call: 'sqlite3_-readonly',
    values: { database: 'base.db', sql: ATTACH },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: '`ATTACH` with -safe',
    call: 'sqlite3_-safe',
    values: { database: 'base.db', sql: ATTACH },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: '`readfile()` of the key in HOME',
    ...OPEN,
    values: { database: 'base.db', sql: `SELECT readfile('${KEY}')` },
    byHand: 'leaked',
    ...HELD,
  },
  {
    title: '`.import` of the key in HOME',
    ...OPEN,
    values: { database: ':memory:', sql: `.import ${KEY} t` },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: '`.shell cat` of the key in HOME',
    ...OPEN,
    values: { database: 'base.db', sql: `.shell cat ${KEY}` },
    byHand: 'leaked',
    ...HELD,
  },
  {
    title: '`.shell` that writes outside',
    ...OPEN,
    values: { database: 'base.db', sql: '.shell touch %OUTSIDE%/pwned' },
    byHand: 'wrote',
    ...HELD,
  },
  {
    title: '`.shell` in the second line of SQL',
    call: 'sqlite3_-readonly',
    values: { database: 'base.db', sql: 'SELECT 1;\n.shell touch pwned' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: '`.load` of a library',
    call: 'sqlite3',
    values: { database: 'base.db', sql: '.load ./pwned' },
    sign: /cannot open shared object/,
    byHand: 'reached',
    ...ASKED,
  },
  {
    title: 'database `-cmd`, `.shell touch pwned` with -safe',
    call: 'sqlite3_-safe',
    values: { database: '-cmd', sql: '.shell touch pwned' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: 'database `-init`, then a file, with -safe',
    call: 'sqlite3_-safe',
    values: { database: '-init', sql: 'start' },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'SQL `-init` with -safe',
    call: 'sqlite3_-safe',
    values: { database: 'base.db', sql: '-init' },
    byHand: 'nothing',
    result: 'refused INVALID_FORMAT',
    layer: 'arguments',
  },
  {
    title: 'database `file:pwned?mode=rwc`',
    ...OPEN,
    values: { database: 'file:pwned?mode=rwc', sql: 'CREATE TABLE x(y)' },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'database `|touch pwned`',
    ...OPEN,
    values: { database: '|touch pwned', sql: 'SELECT 1' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: 'an option that the document does not have, `cmd`',
    ...OPEN,
    values: { cmd: '.shell touch pwned', database: 'base.db', sql: 'SELECT 1' },
    byHand: 'nothing',
    result: 'refused EXTRA_PARAMETER',
    layer: 'arguments',
  },
];
