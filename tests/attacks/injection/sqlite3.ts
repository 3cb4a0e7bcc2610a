import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSetup } from './scene.ts';
import { type HonestCall, readDocument, type Target, type Trick } from './trick.ts';

const ARGUMENTS = [
  { name: 'database', type: 'file', description: 'Database' },
  { name: 'sql', type: 'string', description: 'SQL', required: false },
];

/**
 * sqlite3 in three ways: as what it is, able to do anything; with the word `-safe`, which the document puts there and no model
 * can take away; and by an author who takes the word `-readonly` at its word.
 */
export const SQLITE3: Target = {
  tool: readDocument({
    name: 'sqlite3',
    description: 'Databases in files',
    commands: {
      '': {
        description: 'Run SQL or a command of the shell',
        arguments: ARGUMENTS,
        effects: { filesystem: { read: true, write: true, delete: true }, subprocess: true, destructive: true },
      },
      '-safe': {
        description: 'Run SQL that touches nothing but the database',
        arguments: ARGUMENTS,
        effects: { filesystem: { read: true, write: true, delete: false }, network: false, destructive: false },
      },
      '-readonly': {
        description: 'Ask a database',
        arguments: ARGUMENTS,
        effects: { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false },
      },
    },
  }),
  prepare: async (scene) => {
    await runSetup(scene, ['/usr/bin/sqlite3', 'base.db', 'create table t(x); insert into t values (1)']);
    await writeFile(join(scene.work, 'start'), '.shell touch pwned\n');
  },
};

/** SQL and commands of the shell that no check of arguments can tell from harmless ones. */
const WORDS = [
  '.shell touch pwned',
  ".import '|touch pwned' t",
  "VACUUM INTO 'pwned'",
  "SELECT writefile('pwned', 'x')",
];

/** Values that make sqlite3 do harm. */
export const SQLITE3_TRICKS: readonly Trick[] = [
  ...WORDS.flatMap((sql): Trick[] => [
    ['sqlite3', { database: 'base.db', sql }, 'wrote', 'CONFIRMATION'],
    ['sqlite3_-readonly', { database: 'base.db', sql }, 'wrote', 'held'],
    ['sqlite3_-safe', { database: 'base.db', sql }, 'nothing', 'neutralised'],
  ]),
  ['sqlite3', { database: 'base.db', sql: "ATTACH 'pwned' AS p; CREATE TABLE p.x(y)" }, 'wrote', 'CONFIRMATION'],
  ['sqlite3_-safe', { database: 'base.db', sql: "ATTACH 'pwned' AS p; CREATE TABLE p.x(y)" }, 'nothing', 'neutralised'],
  [
    'sqlite3',
    { database: 'base.db', sql: "SELECT readfile('%HOME%/.ssh/id_ed25519')" },
    'leaked',
    'held',
    { approved: true },
  ],
  ['sqlite3', { database: 'base.db', sql: '.shell touch %OUTSIDE%/pwned' }, 'wrote', 'held', { approved: true }],
  ['sqlite3_-readonly', { database: 'base.db', sql: 'SELECT 1;\n.shell touch pwned' }, 'nothing', 'neutralised'],
  [
    'sqlite3',
    { database: 'base.db', sql: '.load ./pwned' },
    'reached',
    'CONFIRMATION',
    { sign: /cannot open shared object/ },
  ],
  ['sqlite3_-safe', { database: '-init', sql: 'start' }, 'wrote', 'neutralised'],
  ['sqlite3_-safe', { database: 'base.db', sql: '-init' }, 'nothing', 'INVALID_FORMAT'],
  [
    'sqlite3',
    { database: 'file:pwned?mode=rwc', sql: 'CREATE TABLE x(y)' },
    'wrote',
    'neutralised',
    { approved: true },
  ],
  ['sqlite3', { database: '|touch pwned', sql: 'SELECT 1' }, 'nothing', 'neutralised', { approved: true }],
  [
    'sqlite3',
    { cmd: '.shell touch pwned', database: 'base.db', sql: 'SELECT 1' },
    'nothing',
    'EXTRA_PARAMETER',
    { approved: true },
  ],
];

/** Honest calls: refusing everything would stop every trick too. */
export const SQLITE3_CALLS: readonly HonestCall[] = [
  ['sqlite3_-readonly', { database: 'base.db', sql: 'SELECT x + 41 FROM t' }, /42/],
  ['sqlite3_-safe', { database: 'base.db', sql: 'INSERT INTO t VALUES (41); SELECT sum(x) FROM t' }, /42/],
];
