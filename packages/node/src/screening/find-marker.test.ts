import { expect, test } from 'vitest';
import { findMarkers } from './read-markers.ts';

/** A file of which each read gives at most so many bytes. */
function fileOf(bytes: Buffer, step = Number.POSITIVE_INFINITY) {
  let position = 0;
  return {
    read: async (buffer: Buffer, offset: number, length: number) => {
      const part = bytes.subarray(position, position + Math.min(length, step));
      part.copy(buffer, offset);
      position += part.length;
      return { bytesRead: part.length, buffer };
    },
  } as unknown as Parameters<typeof findMarkers>[0];
}

function find(text: string, { size = 64, step = 1e9 }: { size?: number; step?: number } = {}) {
  const bytes = Buffer.from(text, 'latin1');
  return findMarkers(fileOf(bytes, step), Buffer.alloc(size, '--agent "atip" '), bytes.length);
}

test.each([
  ['"atip"', true],
  ['{"atip":{"version":"0.4"}}', true],
  ["'atip'", false],
  ['"atip', false],
  ['--agent', true],
  ['\0--agent\0', true],
  ['--agent=', true],
  ['--agent,', true],
  ['[--agent]', true],
  ["'--agent'", true],
  ['--agent-id', false],
  ['--agents', false],
  ['--agent_', false],
  ['--agent2', false],
  ['x--agent', false],
  ['---agent', false],
  ['_--agent', false],
  ['7--agent', false],
  ['--agentx --agent-id --agent', true],
  ['--Agent', false],
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
  ['x--schema "parameters"', false],
  ['--schemb "parameters"', false],
  ["--schema 'parameters'", false],
  ['--schema "parameterized"', false],
])('%j is canonical: %s', async (text, canonical) => {
  expect(await find(text)).toStrictEqual({ atip: false, canonical });
});

const BORDERS = Array.from({ length: 60 }, (_, before) => before);

test.each([
  ['.--agent.', { atip: true, canonical: false }],
  ['x--agent.', { atip: false, canonical: false }],
  ['.--agent-', { atip: false, canonical: false }],
  ['."atip".', { atip: true, canonical: false }],
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
  const endless = { read: async (_: Buffer, __: number, length: number) => ({ bytesRead: length }) };
  const sizes: number[] = [];
  const file = endless as unknown as Parameters<typeof findMarkers>[0];
  await findMarkers(file, Buffer.alloc(64), 150, { onChunk: ({ length }) => sizes.push(length) });
  expect(sizes).toStrictEqual([64, 48, 38, 0]);
});

test('what lies beyond the limit does not count, and an aborted signal ends the search', async () => {
  expect(await findMarkers(fileOf(Buffer.from('....--agent')), Buffer.alloc(64), 4)).toStrictEqual({
    atip: false,
    canonical: false,
  });
  const search = findMarkers(fileOf(Buffer.from('x')), Buffer.alloc(64), 1, { signal: AbortSignal.abort() });
  await expect(search).rejects.toMatchObject({ name: 'AbortError' });
});
