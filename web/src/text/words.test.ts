import { expect, test } from 'vitest';
import { sizeOf } from './words.ts';

test.each([
  [999, '999 B'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [4_194_304, '4.2 MB'],
])('%i bytes are %s', (bytes, said) => {
  expect(sizeOf(bytes)).toBe(said);
});
