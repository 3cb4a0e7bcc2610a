import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { decodeMixed, encodeMixed, MAX_MIXED_BYTES } from './mixed-coding.ts';
import { PRIMER } from './primer.ts';
import { WORDS } from './words.ts';

/** Bytes that repeat themselves somewhat, the same on each run. */
function sampleBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let index = 0; index < length; index += 1) {
    state = Math.imul(state, 1_103_515_245) + 12_345;
    const copies = (state >>> 16) % 8 > 0 && index >= 50;
    bytes[index] = copies ? (bytes[index - 50] ?? 0) : (state >>> 8) & 0xff;
  }
  return bytes;
}

function digest(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 16);
}

// The primer, the words and each number of the model are part of the format: a link holds only what differs from their forecast.
// If one of these has to change, what is here now stays under its flag, and the new one gets another.
test('what the model knows at the start does not change', () => {
  expect(digest(PRIMER)).toBe('883da7a5d2e8bddf');
  expect(digest(JSON.stringify(WORDS))).toBe('9baf64efc2944980');
});

test('the model comes to the same forecasts, to the last bit', () => {
  expect(digest(encodeMixed(sampleBytes(40_000)))).toBe('befb851a98c78ec6');
});

test.each([
  ['nothing', new Uint8Array(0)],
  ['zeros', new Uint8Array(5000)],
  ['a byte', Uint8Array.of(255)],
  ['text', strToU8('the text the text the text')],
  ['as much as there may be', sampleBytes(MAX_MIXED_BYTES)],
])('comes back as it went: %s', { timeout: 30_000 }, (_name, bytes) => {
  expect(decodeMixed(encodeMixed(bytes), bytes.length)).toStrictEqual(bytes);
});

test('any bytes come back as they went', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(decodeMixed(encodeMixed(bytes), bytes.length)).toStrictEqual(bytes);
    }),
    { numRuns: 12 },
  );
});

test('a code that ends early is noticed, and soon', () => {
  const coded = encodeMixed(sampleBytes(5000));
  expect(decodeMixed(coded.subarray(0, coded.length - 5), 5000)).toBe(undefined);
  expect(decodeMixed(coded.subarray(0, 1), 5000)).toBe(undefined);
});

test('any code is decoded to something, or to nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(500), (coded, length) => {
      const bytes = decodeMixed(coded, length);
      expect(bytes === undefined || bytes.length === length).toBe(true);
    }),
    { numRuns: 12 },
  );
});
