import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSetup } from './scene.ts';
import { type HonestCall, readDocument, type Target, type Trick } from './trick.ts';

const ARCHIVE = { name: 'archive', flags: ['-f', '--file'], type: 'file', description: 'Archive', required: true };
const DIRECTORY = { name: 'directory', flags: ['-C', '--directory'], type: 'directory', description: 'Where' };
const MEMBERS = { name: 'members', type: 'file', description: 'Members', variadic: true, required: false };

/** tar; a command's word is the option that says what to do, which no model can change. */
export const TAR: Target = {
  tool: readDocument({
    name: 'tar',
    description: 'Archives',
    'x-end-of-options': true,
    commands: {
      '--create': {
        description: 'Make an archive',
        arguments: [{ ...MEMBERS, required: true }],
        options: [ARCHIVE, DIRECTORY],
        effects: { filesystem: { read: true, write: true, delete: false }, network: false, destructive: false },
      },
      '--extract': {
        description: 'Unpack an archive',
        arguments: [MEMBERS],
        options: [ARCHIVE, DIRECTORY],
        // Files of the same name are overwritten.
        effects: {
          filesystem: { read: true, write: true, delete: true, paths: ['.'] },
          network: false,
          destructive: true,
        },
      },
      '--list': {
        description: 'Show what is in an archive',
        arguments: [MEMBERS],
        options: [ARCHIVE],
        effects: { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false },
      },
    },
  }),
  prepare: async (scene) => {
    const tar = (...args: string[]): Promise<void> => runSetup(scene, ['/usr/bin/tar', ...args]);
    await mkdir(join(scene.work, 'in', 'deep'), { recursive: true });
    await writeFile(join(scene.work, 'in', 'a'), 'a\n');
    await writeFile(join(scene.work, 'in', 'run'), '#!/bin/sh\ntouch pwned\ncat\n', { mode: 0o755 });
    await tar('-cf', 'plain.tar', '-C', 'in', 'a');
    // Members that leave the directory: a path upwards and an absolute one.
    await tar('-cPf', 'up.tar', '--transform=s,^a$,../pwned-up,', '-C', 'in', 'a');
    await tar('-cPf', 'absolute.tar', `--transform=s,^a$,${scene.outside}/pwned-absolute,`, '-C', 'in', 'a');
    await tar('-cf', 'named.tar', '--transform=s,^a$,pwned-out,', '-C', 'in', 'a');
    await tar('-cf', 'victim.tar', '--transform=s,^a$,victim.txt,', '-C', 'in', 'a');
  },
};

/** Values that make tar do harm. */
/** GNU tar 1.34 sets its groups before it starts a remote shell, which only root may: for others both tricks fail by themselves. */
const STARTS_REMOTE_SHELL = process.getuid?.() === 0;

export const TAR_TRICKS: readonly Trick[] = [
  [
    'tar_--extract',
    { archive: 'plain.tar', members: ['--to-command=touch pwned'] },
    'wrote',
    'neutralised',
    { approved: true },
  ],
  [
    'tar_--create',
    { archive: 'new.tar', members: ['in', '--checkpoint=1', '--checkpoint-action=exec=touch pwned'] },
    'wrote',
    'neutralised',
  ],
  ['tar_--create', { archive: 'new.tar', members: ['in', '-Itouch pwned;cat'] }, 'wrote', 'neutralised'],
  ['tar_--list', { archive: 'plain.tar', members: ['--use-compress-program=in/run'] }, 'wrote', 'neutralised'],
  ['tar_--list', { archive: 'plain.tar', 'use-compress-program': 'in/run' }, 'wrote', 'EXTRA_PARAMETER'],
  ['tar_--list', { archive: 'plain.tar', members: ['--index-file=pwned', '-v'] }, 'wrote', 'neutralised'],
  ['tar_--create', { archive: 'new.tar', members: ['victim.txt', '--remove-files'] }, 'changed', 'neutralised'],
  ['tar_--create', { archive: '-', members: ['in', '-C%HOME%', '.ssh'] }, 'leaked', 'neutralised', { approved: true }],
  // Another machine.
  [
    'tar_--list',
    { archive: '127.0.0.1:x.tar' },
    STARTS_REMOTE_SHELL ? 'reached' : 'nothing',
    'neutralised',
    { sign: /remote shell|Cannot connect|Connection refused|resolve/i },
  ],
  [
    'tar_--list',
    { archive: '127.0.0.1:x.tar', members: ['--rsh-command=in/run'] },
    STARTS_REMOTE_SHELL ? 'wrote' : 'nothing',
    'neutralised',
  ],
  // An archive with a member `../pwned-up`.
  ['tar_--extract', { archive: 'up.tar' }, 'nothing', 'neutralised', { approved: true }],
  ['tar_--extract', { archive: 'up.tar', members: ['-P'] }, 'wrote', 'neutralised', { approved: true }],
  ['tar_--create', { archive: '-', members: ['%HOME%/.ssh'] }, 'leaked', 'CONFIRMATION'],
  // Over a file that is there.
  ['tar_--extract', { archive: 'victim.tar' }, 'changed', 'CONFIRMATION'],
  ['tar_--extract', { archive: 'named.tar', directory: '../outside' }, 'wrote', 'held', { approved: true }],
  [
    'tar_--extract',
    { archive: 'plain.tar', directory: ['.', '--to-command=touch pwned'] },
    'nothing',
    'INVALID_TYPE',
    { approved: true },
  ],
];

/** Honest calls: refusing everything would stop every trick too. */
export const TAR_CALLS: readonly HonestCall[] = [
  ['tar_--list', { archive: 'plain.tar' }, /^a$/m],
  ['tar_--create', { archive: '-', members: ['in'] }, /in\/a/],
];
