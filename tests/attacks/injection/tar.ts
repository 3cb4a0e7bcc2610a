import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from './target.ts';
import { readDocument } from './read-document.ts';
import { runSetup } from './run-setup.ts';

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
