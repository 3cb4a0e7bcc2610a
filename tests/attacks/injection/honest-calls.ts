import { CURL } from './curl.ts';
import { FIND } from './find.ts';
import { GIT } from './git.ts';
import { SORT } from './sort.ts';
import { SQLITE3 } from './sqlite3.ts';
import { TAR } from './tar.ts';
import type { Target } from './target.ts';
import type { HonestCall } from './trick.ts';

/** What the documents are for. Refusing everything, or a sandbox in which no program starts, would stop every trick too. */
export const HONEST_CALLS: readonly (readonly [Target, HonestCall])[] = [
  [GIT, { title: 'log', call: 'git_log', values: { ref: 'main', 'max-count': 1 }, shows: /one/ }],
  [GIT, { title: 'diff of a file', call: 'git_diff', values: { paths: ['victim.txt'] }, shows: /\+victim/ }],
  [GIT, { title: 'grep', call: 'git_grep', values: { pattern: 'word', paths: ['sub'] }, shows: /sub\/file\.txt:word/ }],
  [
    GIT,
    { title: 'clone', call: 'git_clone', values: { repository: '.git', directory: 'copy' }, shows: /Cloning into/ },
  ],
  [
    GIT,
    {
      title: 'checkout',
      call: 'git_checkout',
      values: { ref: 'other' },
      approved: true,
      shows: /Switched to branch 'other'/,
    },
  ],
  [TAR, { title: 'list', call: 'tar_--list', values: { archive: 'plain.tar' }, shows: /^a$/m }],
  [TAR, { title: 'create', call: 'tar_--create', values: { archive: '-', members: ['in'] }, shows: /in\/a/ }],
  [FIND, { title: 'find', call: 'find', values: { path: 'here', test: '-name', pattern: '?' }, shows: /here\/a/ }],
  [SORT, { title: 'sort', call: 'sort', values: { files: ['victim.txt'], key: '1' }, shows: /victim/ }],
  [
    CURL,
    {
      title: 'headers and form',
      call: 'curl',
      values: { urls: ['%URL%/a%5B1%5D'], header: ['X-A: b@c'], field: ['a=@b', 'c=d'], time: 10 },
      shows: /POST \/a%5B1%5D\n(?:.*\n)*X-A\nb@c/,
    },
  ],
  [CURL, { title: 'no schemes', call: 'curl_--silent', values: { urls: ['%HOST%/'] }, shows: /answer/ }],
  [
    SQLITE3,
    {
      title: '-readonly',
      call: 'sqlite3_-readonly',
      values: { database: 'base.db', sql: 'SELECT x + 41 FROM t' },
      shows: /42/,
    },
  ],
  [
    SQLITE3,
    {
      title: '-safe',
      call: 'sqlite3_-safe',
      values: { database: 'base.db', sql: 'INSERT INTO t VALUES (41); SELECT sum(x) FROM t' },
      shows: /42/,
    },
  ],
];
