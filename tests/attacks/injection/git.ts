import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSetup, SECRET } from './scene.ts';
import { type HonestCall, readDocument, type Target, type Trick } from './trick.ts';

const READS = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };
const REF = { name: 'ref', type: 'string', description: 'Commit, branch or range', required: false };
const PATHS = { name: 'paths', type: 'file', description: 'Files', variadic: true, required: false };
const REMOTE = { name: 'repository', type: 'url', description: 'Address or name of the remote' };

/** git as a careful author describes it; `--` ends its options only after the revisions, so most commands do not say so. */
export const GIT: Target = {
  tool: readDocument({
    name: 'git',
    description: 'Version control',
    commands: {
      log: {
        description: 'Show history',
        arguments: [REF],
        options: [{ name: 'max-count', flags: ['-n', '--max-count'], type: 'integer', description: 'How many' }],
        effects: READS,
      },
      show: { description: 'Show an object', arguments: [REF], effects: READS },
      diff: { description: 'Show changes', arguments: [PATHS], effects: READS },
      grep: {
        description: 'Search',
        arguments: [{ name: 'pattern', type: 'string', description: 'What to find' }, PATHS],
        effects: READS,
      },
      clone: {
        description: 'Copy a repository',
        arguments: [REMOTE, { name: 'directory', type: 'directory', description: 'Where to', required: false }],
        options: [{ name: 'depth', flags: ['--depth'], type: 'integer', description: 'Commits' }],
        'x-end-of-options': true,
        effects: { filesystem: { read: true, write: true }, network: true, destructive: false },
      },
      fetch: {
        description: 'Get commits',
        arguments: [REMOTE, { name: 'refspec', type: 'string', description: 'What', required: false }],
        effects: { filesystem: { read: true, write: true }, network: true, destructive: false },
      },
      checkout: {
        description: 'Switch branches',
        arguments: [{ ...REF, required: true }],
        effects: { filesystem: { read: true, write: true, delete: true }, destructive: true, reversible: false },
      },
      commit: {
        description: 'Record changes',
        arguments: [PATHS],
        options: [{ name: 'message', flags: ['-m', '--message'], type: 'string', description: 'Why', required: true }],
        effects: { filesystem: { read: true, write: true }, network: false, destructive: false },
      },
      stash: {
        description: 'Put changes aside',
        commands: {
          '': {
            description: 'Put changes aside',
            arguments: [{ name: 'message', type: 'string', description: 'Why', required: false }],
            effects: { filesystem: { read: true, write: true }, network: false, destructive: false },
          },
          drop: { description: 'Throw them away', effects: { destructive: true, reversible: false } },
        },
      },
    },
  }),
  prepare: async (scene) => {
    const git = (...args: string[]): Promise<void> => runSetup(scene, ['/usr/bin/git', ...args]);
    await writeFile(
      join(scene.home, '.gitconfig'),
      '[user]\nname = n\nemail = n@example.org\n[init]\ndefaultBranch = main\n',
    );
    await git('init', '-q', '--template=');
    await mkdir(join(scene.work, 'sub'));
    await writeFile(join(scene.work, 'sub', 'file.txt'), 'word\n');
    await writeFile(join(scene.work, 'sub', 'run'), '#!/bin/sh\ntouch pwned\n', { mode: 0o755 });
    await writeFile(join(scene.work, 'victim-list'), 'victim.txt\n');
    await writeFile(join(scene.work, 'private.txt'), 'before\n');
    await writeFile(join(scene.work, 'victim.txt'), 'before\n');
    await git('add', '.');
    await git('commit', '-qm', 'one');
    await git('clone', '-q', '--bare', '--template=', '.', join(scene.outside, 'other.git'));
    await git('checkout', '-qb', 'other');
    await git('checkout', '-q', 'main');
    await writeFile(join(scene.work, 'sub', 'file.txt'), 'aside\n');
    await git('stash', '-q');
    // Work that is nowhere else: what checkout throws away, and what a diff of another directory would show.
    await writeFile(join(scene.work, 'victim.txt'), 'victim\n');
    await appendFile(join(scene.work, 'private.txt'), `${SECRET}\n`);
  },
};

/** Values that make git harm a repository that is there, or on its way to another one. */
export const GIT_TRICKS: readonly Trick[] = [
  ['git_log', { ref: '--output=pwned' }, 'wrote', 'INVALID_FORMAT'],
  ['git_diff', { paths: ['--output=pwned'] }, 'wrote', 'neutralised'],
  ['git_log', { output: 'pwned' }, 'wrote', 'EXTRA_PARAMETER'],
  ['git_log', { 'max-count': '1 --output=pwned' }, 'nothing', 'INVALID_TYPE'],
  ['git_log', { ref: '-ccore.pager=touch pwned' }, 'nothing', 'INVALID_FORMAT'],
  ['git_diff', { paths: ['--no-index', '/dev/null', '%OUTSIDE%/secret.txt'] }, 'leaked', 'neutralised'],
  ['git_diff', { paths: [':/'] }, 'leaked', 'neutralised', { cwd: 'sub' }],
  ['git_diff', { paths: [':(exclude)victim.txt'] }, 'leaked', 'neutralised'],
  ['git_grep', { pattern: '--open-files-in-pager=touch pwned;', paths: ['word'] }, 'wrote', 'INVALID_FORMAT'],
  ['git_grep', { pattern: 'word', paths: ['-Otouch pwned;'] }, 'nothing', 'neutralised'],
  ['git_checkout', { ref: '-f' }, 'changed', 'INVALID_FORMAT'],
  ['git_checkout', { ref: '--pathspec-from-file=victim-list' }, 'changed', 'INVALID_FORMAT'],
  // A path where a branch is meant.
  ['git_checkout', { ref: '.' }, 'changed', 'CONFIRMATION'],
  // Another branch than it seems.
  ['git_checkout', { ref: '@{-1}' }, 'reached', 'CONFIRMATION', { sign: /Switched to branch 'other'/ }],
  ['git_commit', { message: '--amend' }, 'nothing', 'neutralised', { sign: /^\[main.*amend/ }],
  ['git_commit', { file: '%OUTSIDE%/secret.txt', message: 'm', paths: ['victim.txt'] }, 'nothing', 'EXTRA_PARAMETER'],
  ['git_commit', { message: 'm', paths: ['-a'] }, 'reached', 'neutralised', { sign: /2 files changed/ }],
  ['git_commit', { message: 'm', paths: [':/'] }, 'reached', 'neutralised', { cwd: 'sub', sign: /2 files changed/ }],
  // A subcommand beside it.
  ['git_stash', { message: 'drop' }, 'reached', 'INVALID_FORMAT', { sign: /Dropped refs/ }],
  ['git_clone', { repository: '--upload-pack=./sub/run', directory: '%OUTSIDE%/other.git' }, 'wrote', 'INVALID_FORMAT'],
  ['git_clone', { repository: '%OUTSIDE%/other.git', directory: '--upload-pack=touch pwned;' }, 'wrote', 'neutralised'],
  [
    'git_clone',
    { repository: '-ccore.sshCommand=touch pwned;', directory: 'ssh://127.0.0.1/x' },
    'wrote',
    'INVALID_FORMAT',
  ],
  ['git_clone', { 'upload-pack': 'touch pwned;', repository: '.git', directory: 'copy' }, 'wrote', 'EXTRA_PARAMETER'],
  [
    'git_clone',
    { repository: 'ext::sh -c touch% pwned' },
    'wrote',
    'INVALID_FORMAT',
    { env: { GIT_ALLOW_PROTOCOL: 'ext:file:ssh' } },
  ],
  ['git_clone', { repository: 'ssh://-oProxyCommand=touch%20pwned/x' }, 'nothing', 'INVALID_FORMAT'],
  ['git_clone', { repository: 'user@-oProxyCommand=touch%20pwned:x' }, 'nothing', 'INVALID_FORMAT'],
  ['git_clone', { repository: 'file://%OUTSIDE%/other.git', directory: 'pwned' }, 'wrote', 'INVALID_FORMAT'],
  ['git_fetch', { repository: '.', refspec: '--upload-pack=touch pwned;' }, 'wrote', 'INVALID_FORMAT'],
];

/** Values that are odd to any program, tried on git. */
export const ANY_VALUE_TRICKS: readonly Trick[] = [
  ['git_log', { ref: 'main\0--output=pwned' }, 'nothing', 'INVALID_FORMAT'],
  // Half of a surrogate pair.
  ['git_log', { ref: 'main\ud800' }, 'nothing', 'INVALID_FORMAT'],
  ['git_log', { ref: 'main\u001b]0;pwned\u0007' }, 'nothing', 'INVALID_FORMAT'],
  ['git_log', { ref: 'main\n--output=pwned' }, 'nothing', 'neutralised'],
  // A wide hyphen, which Windows turns into `-`.
  ['git_log', { ref: '\uff0d\uff0doutput=pwned' }, 'nothing', 'neutralised'],
  ['git_log', { ref: '' }, 'nothing', 'neutralised'],
  ['git_diff', { paths: [''] }, 'nothing', 'INVALID_FORMAT'],
  ['git_log', { ref: '--' }, 'nothing', 'INVALID_FORMAT'],
  ['git_log', { ref: '-' }, 'nothing', 'neutralised'],
  ['git_log', { ref: 'x'.repeat(40_000) }, 'nothing', 'INVALID_FORMAT'],
  ['git_diff', { paths: Array.from({ length: 20 }, () => 'x'.repeat(30_000)) }, 'nothing', 'INVALID_FORMAT'],
  ['git_diff', { paths: Array.from({ length: 10_001 }, () => 'x') }, 'nothing', 'INVALID_FORMAT'],
  ['git_diff', { paths: ['--output=pwned', 'victim.txt'] }, 'wrote', 'neutralised'],
  ['git_diff', { paths: ['victim.txt', { output: 'pwned' }] }, 'nothing', 'INVALID_TYPE'],
  ['git_diff', { paths: [['--output=pwned'], 'victim.txt'] }, 'wrote', 'INVALID_TYPE'],
  ['git_log', { ref: ['main', '--output=pwned'] }, 'wrote', 'INVALID_TYPE'],
  ['git_log', { 'max-count': Number.POSITIVE_INFINITY }, 'nothing', 'INVALID_TYPE'],
  ['git_log', JSON.parse('{"__proto__":{"ref":"--output=pwned"}}'), 'nothing', 'EXTRA_PARAMETER'],
];

/** Honest calls: refusing everything would stop every trick too. */
export const GIT_CALLS: readonly HonestCall[] = [
  ['git_log', { ref: 'main', 'max-count': 1 }, /one/],
  ['git_diff', { paths: ['victim.txt'] }, /\+victim/],
  ['git_grep', { pattern: 'word', paths: ['sub'] }, /sub\/file\.txt:word/],
  ['git_clone', { repository: '.git', directory: 'copy' }, /Cloning into/],
  ['git_checkout', { ref: 'other' }, /Switched to branch 'other'/, { approved: true }],
];
