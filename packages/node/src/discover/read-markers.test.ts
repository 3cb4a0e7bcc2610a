import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stampOf } from '../executables/executable-identity.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { type FileState, readMarkers, findMarkers } from './read-markers.ts';

const BUFFER = Buffer.alloc(64 * 1024);

async function prepare(content: string | Buffer) {
  const directory = await createTemporaryDirectory();
  const path = join(directory.path, 'tool');
  await writeFile(path, content);
  return { path, state: () => stateOf(path) };
}

async function stateOf(path: string): Promise<FileState> {
  const stats = await stat(path, { bigint: true });
  return { path, stamp: stampOf(stats), size: Number(stats.size) };
}

test('a program of several buffers is read whole, and its text is not kept', async () => {
  const { state } = await prepare(Buffer.concat([Buffer.alloc(200_000), Buffer.from('"atip"')]));
  expect(await readMarkers(await state(), BUFFER)).toStrictEqual({ atip: true, canonical: false, bytes: 200_006 });
});

test('the first 256 KiB of a script are kept', async () => {
  const text = `#!/bin/sh\n${'é'.repeat(300_000)}`;
  const { state } = await prepare(text);
  const reading = await readMarkers(await state(), BUFFER);
  const script = Buffer.from(text)
    .subarray(0, 256 * 1024)
    .toString();
  expect(reading).toStrictEqual({ atip: false, canonical: false, bytes: 600_010, script });
});

const replaceBy: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
  ['other bytes', (path) => writeFile(path, 'other')],
  ['a pipe', async (path) => execFileSync('mkfifo', [path])],
  ['a link to the same bytes', (path) => symlink('other', path)],
  ['nothing', async () => undefined],
];

test.each(replaceBy)('a file that was replaced by %s before it was opened has changed', async (_title, replace) => {
  const { path, state } = await prepare('x');
  const before = await state();
  await writeFile(join(path, '../other'), 'x');
  await rm(path);
  await replace(path);
  expect(await readMarkers(before, BUFFER)).toMatchObject({ code: 'changed' });
});

test('a file that grows while it is read has changed, and is not read for ever', async () => {
  const { path, state } = await prepare('x'.repeat(1000));
  // Asked before each read, and so a place from which to write between two of them.
  const signal = new AbortController().signal;
  signal.throwIfAborted = () => appendFileSync(path, 'x'.repeat(1000));
  expect(await readMarkers(await state(), Buffer.alloc(128), signal)).toMatchObject({ code: 'changed' });
  expect((await state()).size).toBeLessThan(20_000);
});

/** A file of which each read gives at most so many bytes. */
function fileOf(bytes: Buffer, step = Number.POSITIVE_INFINITY) {
  let position = 0;
  return (buffer: Buffer, offset: number, length: number): number => {
    const part = bytes.subarray(position, position + Math.min(length, step));
    part.copy(buffer, offset);
    position += part.length;
    return part.length;
  };
}

function find(text: string, { size = 64, step = 1e9 }: { size?: number; step?: number } = {}) {
  const bytes = Buffer.from(text, 'latin1');
  return findMarkers(fileOf(bytes, step), Buffer.alloc(size, '--agent "atip" '), bytes.length);
}

test.each([
  ['"atip"', true],
  ['{"atip":{"version":"0.4"}}', true],
  ['"atip', false],
  ['--agent', true],
  ['\0--agent\0', true],
  ['--agent=', true],
  ["'--agent'", true],
  ['--agent-id', false],
  ['--agent_', false],
  ['x--agent', false],
  ['---agent', false],
  ['--agentx --agent-id --agent', true],
  ['', false],
])('%j marks: %s', async (text, atip) => {
  expect(await find(text)).toStrictEqual({ atip, canonical: false });
});

test.each([
  ['--schema "parameters"', true],
  ['"parameters": {} … --schema\n', true],
  ['--schema', false],
  ['"parameters"', false],
  ['--schema-file "parameters"', false],
  ['--schema "parameterized"', false],
])('%j is canonical: %s', async (text, canonical) => {
  expect(await find(text)).toStrictEqual({ atip: false, canonical });
});

const BORDERS = Array.from({ length: 60 }, (_, before) => before);

test.each([
  ['.--agent.', { atip: true, canonical: false }],
  ['x--agent.', { atip: false, canonical: false }],
  ['.--schema"parameters"', { atip: false, canonical: true }],
])('%s is judged the same wherever the border of two reads lies', async (text, expected) => {
  for (const size of [24, 32]) {
    for (const before of BORDERS) {
      for (const after of [0, 50]) {
        const padded = '.'.repeat(before) + text + '.'.repeat(after);
        expect([size, before, after, await find(padded, { size })]).toStrictEqual([size, before, after, expected]);
      }
    }
  }
});

test('a file without end is read to the limit, and each part is handed out once', async () => {
  const endless = (_: Buffer, __: number, length: number): number => length;
  const sizes: number[] = [];
  await findMarkers(endless, Buffer.alloc(64), 150, { onChunk: ({ length }) => sizes.push(length) });
  expect(sizes).toStrictEqual([64, 48, 38, 0]);
});
