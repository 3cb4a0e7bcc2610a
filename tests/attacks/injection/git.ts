import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from './target.ts';
import { readDocument } from './read-document.ts';
import { runSetup } from './run-setup.ts';
import { SECRET } from './scene.ts';

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
    await git('init', '-q');
    await mkdir(join(scene.work, 'sub'));
    await writeFile(join(scene.work, 'sub', 'file.txt'), 'word\n');
    await writeFile(join(scene.work, 'sub', 'run'), '#!/bin/sh\ntouch pwned\n', { mode: 0o755 });
    await writeFile(join(scene.work, 'victim-list'), 'victim.txt\n');
    await writeFile(join(scene.work, 'private.txt'), 'before\n');
    await writeFile(join(scene.work, 'victim.txt'), 'before\n');
    await git('add', '.');
    await git('commit', '-qm', 'one');
    await git('clone', '-q', '--bare', '.', join(scene.outside, 'other.git'));
    await git('checkout', '-qb', 'other');
    await git('checkout', '-q', 'main');
    await writeFile(join(scene.work, 'sub', 'file.txt'), 'aside\n');
    await git('stash', '-q');
    // Work that is nowhere else: what checkout throws away, and what a diff of another directory would show.
    await writeFile(join(scene.work, 'victim.txt'), 'victim\n');
    await appendFile(join(scene.work, 'private.txt'), `${SECRET}\n`);
  },
};
