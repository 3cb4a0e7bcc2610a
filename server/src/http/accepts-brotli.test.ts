import { expect, test } from 'vitest';
import { acceptsBrotli } from './accepts-brotli.ts';

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br', true],
  ['BR;q=0.5', true],
  ['gzip;q=1.0 , br ; q=0.1', true],
  ['br;q=0', false],
  ['br;q=0.000, gzip', false],
  ['gzip, deflate', false],
  ['brotli', false],
  ['*', false],
  ['', false],
  [undefined, false],
])('%j: %j', (header, expected) => {
  expect(acceptsBrotli(header)).toBe(expected);
});
