import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { restore } from './restore.ts';
import { shorten } from './shorten.ts';
import { WORDS, WORDS_BY_CODE } from './words.ts';

test.each([
  ['a word', '"description":"x', [1, 0x78]],
  ['the longest word that fits', '","type":"string', [19, 20]],
  ['a tab and line ends, which are no codes', '\t\r\n', [9, 13, 10]],
  ['bytes that would be codes', '\u0000\u0001', [0, 0, 0, 1]],
  ['flags made of the name', '{"name":"ab","flags":["-a","--ab"]', [18, 0x61, 0x62, 0xff, 0x61]],
  ['a flag that is the name', '{"name":"ab","flags":["--ab"]', [18, 0x61, 0x62, 0xfe]],
  ['a flag of a name without letters', '","flags":["--"]', [0xfe]],
])('shortens %s', (_name, text, short) => {
  const bytes = strToU8(text);
  expect([...shorten(bytes)]).toStrictEqual(short);
  expect(restore(Uint8Array.from(short), 100)).toStrictEqual(bytes);
});

test.each([
  '"ab","flags":["-a","--abc"]',
  '"ab","flags":["-a","--ab","-c"]',
  '"ab","flags":["-abc"]',
  '"ab","flags":["-',
])('flags that are not made of the name stay: %s', (text) => {
  const short = shorten(strToU8(text));
  expect(short.some((byte) => byte >= 0xfe)).toBe(false);
  expect(restore(short, 100)).toStrictEqual(strToU8(text));
});

test('each word has a code of its own', () => {
  expect([...WORDS_BY_CODE.values()]).toStrictEqual([...WORDS]);
  for (const word of WORDS) {
    expect(shorten(strToU8(word))).toHaveLength(1);
  }
});

const PIECES = ['"', '-', 'a', 'ab', '","flags":["-', '","--', '"]', '{"name":"', 'é', '\u0001', '\u0000', ...WORDS];

test('any text comes back as it went', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES)), (pieces) => {
      const bytes = strToU8(pieces.join(''));
      expect(restore(shorten(bytes), bytes.length)).toStrictEqual(bytes);
    }),
    { numRuns: 1000 },
  );
});

test('any bytes come back as they went', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(restore(shorten(bytes), bytes.length)).toStrictEqual(bytes);
    }),
  );
});

test('restores any bytes to something', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (short) => {
      expect(restore(short, 1_000_000)).toBeInstanceOf(Uint8Array);
    }),
  );
});

test('stops before the result is longer than it may be', () => {
  expect(restore(Uint8Array.of(1), 14)).toBe(undefined);
  // A name of 1,000 letters, which its flag doubles.
  const short = new Uint8Array(1001).fill(0x61).fill(0xfe, 1000);
  expect(restore(short, 2016)).toHaveLength(2016);
  expect(restore(short, 2015)).toBe(undefined);
});
