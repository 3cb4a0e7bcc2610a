import { mkdir } from 'node:fs/promises';
import { delimiter } from 'node:path';
import type { AtipTool } from '@atip/core';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';

/** Effects of a command that only prints. */
export const QUIET = { filesystem: { read: false, write: false, delete: false }, network: false, destructive: false };
const NAMED = { name: 'text', type: 'string', description: 'Text', required: false } as const;

/** Settings without trust and sandbox: no test here is about them, and nobody knows where `notes` was found. */
export const NOT_HELD = { byTrust: false, sandbox: 'off' } as const;

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
  drop) echo "dropped $2"; echo once >> "dropped$2" ;;
esac
`;

/** A machine with the program `notes`, removed when the test ends. */
export async function notesMachine() {
  const { at, script } = await createTemporaryDirectory();
  for (const name of ['work', 'home']) await mkdir(at(name));
  const program = await script('bin/notes', NOTES_SCRIPT);
  return {
    cwd: at('work'),
    program,
    env: { PATH: [at('bin'), process.env['PATH']].join(delimiter), HOME: at('home') },
  };
}

/** A chat completion that makes these calls; arguments as text are sent as they are. */
export function calling(
  ...calls: readonly (readonly [id: string, name: string, args?: Readonly<Record<string, unknown>> | string])[]
) {
  const tool_calls = calls.map(([id, name, args = {}]) => {
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    return { id, type: 'function', function: { name, arguments: text } };
  });
  return { choices: [{ finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls } }] };
}

/** The answer to a call. */
export const told = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
