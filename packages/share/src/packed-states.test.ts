import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { toBase64Url } from './base64url.ts';
import { checksum } from './checksum.ts';
import { decodeShare } from './decode-share.ts';
import { encodeShare } from './encode-share.ts';
import { encodeMixed, MAX_MIXED_BYTES } from './mixed-coding.ts';
import { packDeflated, packMixed } from './payload.ts';
import { shorten } from './shorten.ts';

const MEBI = 1024 * 1024;

/** Links around any bytes in all that is still written, with the right checksum. */
function linksAround(bytes: Uint8Array): string[] {
  const short = shorten(bytes);
  const mixed = packMixed(short);
  return [`#v1.l.${toBase64Url(packDeflated(short))}`, ...(mixed === undefined ? [] : [`#v1.m.${toBase64Url(mixed)}`])];
}

function codeOf(fragment: string): string {
  const decoded = decodeShare(fragment);
  return decoded.ok ? 'ok' : decoded.code;
}

test.each([
  ['no json', '', 'invalid-state'],
  ['{"t":{}}', '', 'invalid-state'],
  ['{"t":["a"]}', '', 'invalid-state'],
  ['{"t":[["a"]]}', '', 'invalid-state'],
  ['{"t":[[1,0]]}', '', 'invalid-state'],
  ['{"t":[["a",11]]}', 'x', 'invalid-state'],
  ['{"t":[["a",0,"1"]]}', 'x', 'invalid-state'],
  ['{"t":[["a",0,-1]]}', 'x', 'invalid-state'],
  ['{"t":[["a",0,2]]}', 'x', 'invalid-state'],
  ['{"t":[["a",0,1]]}', 'xy', 'invalid-state'],
  ['{"t":[["a","x"]]}', 'x', 'invalid-state'],
  ['{"t":[["a",8]]}', '['.repeat(10_000), 'too-large'],
  ['{"t":[["a",0],["b","x"]]}', 'x', 'ok'],
])('what is packed is looked at: %s with %s', (json, texts, code) => {
  const links = linksAround(strToU8(`${json}\n${texts}`));
  expect(links.map(codeOf)).toStrictEqual([code, code]);
});

test('several documents that are laid out share the room that there is', () => {
  // 8 × (1 + … + 1500) spaces are 9 million: one has room, two have not.
  const text = '['.repeat(1500);
  expect(linksAround(strToU8(`{"t":[["a",8]]}\n${text}`)).map(codeOf)).toStrictEqual(['ok', 'ok']);
  const two = `{"t":[["a",8,1500],["b",8]]}\n${text}${text}`;
  expect(linksAround(strToU8(two)).map(codeOf)).toStrictEqual(['too-large', 'too-large']);
});

test('any payload is read to something, and none throws', { timeout: 30_000 }, () => {
  const codes = ['damaged', 'too-large', 'invalid-state'];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.constantFrom('d', 'l', 'm'), (payload, flags) => {
      expect(codes).toContain(codeOf(`#v1.${flags}.${toBase64Url(payload)}`));
    }),
    { numRuns: 12 },
  );
});

test('any bytes that are packed well are read to something, and none throws', { timeout: 30_000 }, () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(linksAround(bytes).map(codeOf)).toStrictEqual(['invalid-state', 'invalid-state']);
    }),
    { numRuns: 12 },
  );
});

test('any state comes back as it went', { timeout: 30_000 }, () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.json().map((json) => `${JSON.stringify(JSON.parse(json), null, 2)}\n`),
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
  );
  const documents = fc.array(fc.record({ name: text, text }, { noNullPrototype: true }), { maxLength: 4 });
  fc.assert(
    fc.property(documents, text, text, (some, response, output) => {
      const state = { documents: some, provider: 'openai', response, output };
      expect(decodeShare(encodeShare(state))).toStrictEqual({ ok: true, state });
    }),
    { numRuns: 12 },
  );
});

/** A mixed payload that says it has so many bytes. */
function mixedOf(bytes: Uint8Array, length: readonly number[]): string {
  return `#v1.m.${toBase64Url(Uint8Array.of(...length, ...encodeMixed(bytes), ...checksum(bytes)))}`;
}

test('no link makes its reader mix more than 64 KiB', { timeout: 30_000 }, () => {
  const zeros = new Uint8Array(MAX_MIXED_BYTES + 1);
  expect(codeOf(mixedOf(zeros.subarray(1), [0x80, 0x80, 0x04]))).toBe('invalid-state');
  expect(codeOf(mixedOf(zeros, [0x81, 0x80, 0x04]))).toBe('damaged');
  expect(codeOf(mixedOf(Uint8Array.of(), [0xff, 0xff, 0xff, 0xff]))).toBe('damaged');
});

test('a short link is read in a moment whatever it says', () => {
  const bomb = mixedOf(new Uint8Array(MAX_MIXED_BYTES).fill(0x5b), [0x80, 0x80, 0x04]);
  expect(bomb.length).toBeLessThan(200);
  const start = performance.now();
  expect(codeOf(bomb)).toBe('invalid-state');
  expect(performance.now() - start).toBeLessThan(3000);
});

test('what is too long to be mixed is deflated', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: index * index }));
  const state = { documents: [{ name: 'rows.json', text: JSON.stringify(rows, null, 2) }], provider: 'openai' };
  const fragment = encodeShare(state);
  expect(fragment.slice(0, 6)).toBe('#v1.l.');
  expect(decodeShare(fragment)).toStrictEqual({ ok: true, state });
});

test('any bytes that inflate to short ones are read to something, and none throws', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (short) => {
      expect(codeOf(`#v1.l.${toBase64Url(packDeflated(short))}`)).toBe('invalid-state');
    }),
  );
});

test.each([
  ['zeros, which stand for as many', 33 * MEBI, 0],
  ['words of 23 bytes', MEBI, 2],
])('a bomb is not unpacked further than 16 MiB: %s', (_name, length, byte) => {
  expect(codeOf(`#v1.l.${toBase64Url(packDeflated(new Uint8Array(length).fill(byte)))}`)).toBe('too-large');
});

test('the largest state, of nothing but what has to be escaped, can be opened', { timeout: 60_000 }, () => {
  const text = '\u0001'.repeat(16 * MEBI - 100);
  const fragment = encodeShare({ documents: [{ name: 'a', text }], provider: 'openai' });
  const decoded = decodeShare(fragment);
  expect(decoded.ok && decoded.state.documents[0]?.text === text).toBe(true);
});

test('white space that a link leaves out counts where its size is limited', { timeout: 60_000 }, () => {
  const text = `[\n${'        1,\n'.repeat(2 * MEBI)}        1\n]`;
  expect(() => encodeShare({ documents: [{ name: 'a', text }], provider: 'openai' })).toThrow(RangeError);
});
