import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { problemCode } from '../testing/problem-code.ts';
import { createShareClient } from '../testing/share-client.ts';
import { contentId } from './content-id.ts';

const MIB = 1_048_576;

/** The checksum behind a payload: a bomb must not be found out by it. */
function checksum(bytes: Uint8Array): Uint8Array {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  const folded = (hash >>> 24) ^ (hash & 0xffffff);
  return Uint8Array.of(folded >> 16, folded >> 8, folded);
}

function fragmentOf(flag: string, packed: Uint8Array, unpacked: Uint8Array): string {
  return `v1.${flag}.${Buffer.concat([packed, checksum(unpacked)]).toString('base64url')}`;
}

function deflated(flag: string, content: string | Uint8Array): string {
  const bytes = Buffer.from(content);
  return fragmentOf(flag, deflateRawSync(bytes), bytes);
}

/** Documents of a share with the flag `l`, behind their layout: 8 is eight spaces for each bracket that is open. */
const laidOut = (layout: number, text: string): string => deflated('l', `{"t":[["x",${layout}]]}\n${text}`);

test.each([
  ['d: 5 MiB of one letter', deflated('d', 'x'.repeat(5 * MIB)), '413 share-too-large'],
  ['d: 4 MiB and a byte', deflated('d', `{"d":[]}\n${'x'.repeat(4 * MIB - 8)}`), '413 share-too-large'],
  ['d: 64 MiB', deflated('d', new Uint8Array(64 * MIB)), '413 share-too-large'],
  ['l: 9 MiB of escapes', deflated('l', new Uint8Array(9 * MIB)), '413 share-too-large'],
  ['l: words of 23 bytes', deflated('l', new Uint8Array(300_000).fill(2)), '413 share-too-large'],
  ['l: brackets within brackets', laidOut(8, '['.repeat(2000)), '413 share-too-large'],
  ['l: a million line ends', laidOut(8, `[[${','.repeat(500_000)}`), '413 share-too-large'],
  ['m: more than it may be', fragmentOf('m', Uint8Array.of(0x81, 0x80, 0x04), new Uint8Array()), '400 damaged'],
  ['m: 64 KiB out of nothing', fragmentOf('m', Uint8Array.of(0x80, 0x80, 0x04), new Uint8Array()), '400 damaged'],
])('a bomb is not stored: %s', async (_name, fragment, problem) => {
  expect(fragment.length).toBeLessThan(MIB);
  const { send, kept } = await createShareClient();
  const response = await send('/api/v1/shares', { body: { fragment } });
  expect([await problemCode(response), kept.size]).toStrictEqual([problem, 0]);
});

test('a share of 1 MiB is taken, and one letter more is not', async () => {
  const { send, kept } = await createShareClient();
  // Stored blocks of deflate: nothing gets shorter.
  const text = `{"d":[["x",786000]]}\n${'x'.repeat(786_000)}`;
  const fragment = fragmentOf('d', deflateRawSync(text, { level: 0 }), Buffer.from(text));
  expect(fragment.length).toBeLessThanOrEqual(MIB);
  expect((await send('/api/v1/shares', { body: { fragment } })).status).toBe(201);
  const longer = fragment.padEnd(MIB + 1, 'A');
  expect(await problemCode(await send('/api/v1/shares', { body: { fragment: longer } }))).toBe('413 share-too-large');
  expect(kept.size).toBe(1);
});

test('what is stored and unpacks to too much is not compiled', async () => {
  const fragment = deflated('d', 'x'.repeat(5 * MIB));
  const { send } = await createShareClient({ shares: { get: async () => ({ fragment }), put: async () => undefined } });
  expect(await problemCode(await send(`/s/${await contentId(fragment)}/mcp.json`))).toBe('413 share-too-large');
});

test('10 MiB without a length are read no further than 4', async () => {
  const { send, kept } = await createShareClient();
  let given = 0;
  const raw = new ReadableStream({
    pull(controller) {
      given += 1;
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
      if (given === 160) controller.close();
    },
  });
  expect(await problemCode(await send('/api/v1/shares', { raw }))).toBe('413 body-too-large');
  expect([given > 64, given < 70, kept.size]).toStrictEqual([true, true, 0]);
});

test('10 MiB that say so are not read at all', async () => {
  const { send, kept } = await createShareClient();
  let given = 0;
  const raw = new ReadableStream({
    pull(controller) {
      given += 1;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const response = await send('/api/v1/shares', { raw, headers: { 'content-length': '10485760' } });
  // One chunk is what a stream takes before anybody reads.
  expect([await problemCode(response), given <= 1, kept.size]).toStrictEqual(['413 body-too-large', true, 0]);
});
