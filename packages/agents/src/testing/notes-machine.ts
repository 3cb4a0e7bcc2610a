import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { onTestFinished } from 'vitest';

/** Effects of a command that only prints. */
export const QUIET = { filesystem: { read: false, write: false, delete: false }, network: false, destructive: false };
const NAMED = { name: 'text', type: 'string', description: 'Text', required: false } as const;

/** A tool that prints a text, waits, and drops a file into the working directory, which counts as destructive. */
export function notes(drop: object = {}): AtipTool {
  const write = { filesystem: { read: false, write: true, delete: false }, network: false };
  return {
    ...{ atip: { version: '0.4' }, name: 'notes', version: '1', description: 'Keeps notes' },
    commands: {
      say: { description: 'Says a text', arguments: [NAMED], effects: QUIET },
      wait: { description: 'Waits', effects: QUIET },
      drop: { description: 'Drops all', arguments: [NAMED], effects: { ...write, destructive: true, ...drop } },
    },
  };
}

export const NOTES_SCRIPT = `#!/bin/sh
case "$1" in
  say) echo "said $2" ;;
  wait) echo waiting; exec sleep 60 ;;
  drop) echo "dropped $2"; touch "dropped$2" ;;
esac
`;

/** A machine with the program `notes`, removed when the test ends. */
export async function notesMachine() {
  const place = await realpath(await mkdtemp(join(tmpdir(), 'atip-agents-')));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const [cwd, bin, home] = ['work', 'bin', 'home'].map((name) => join(place, name)) as [string, string, string];
  for (const directory of [cwd, bin, home]) await mkdir(directory);
  const program = join(bin, 'notes');
  await writeFile(program, NOTES_SCRIPT, { mode: 0o755 });
  return { cwd, program, env: { PATH: [bin, process.env['PATH']].join(delimiter), HOME: home } };
}
