import { expect, test } from 'vitest';
import { columnsOf } from './columns-of.ts';

test.each([
  [{ columns: 100 }, 100],
  [{ columns: 0 }, undefined],
  [{}, undefined],
])('an output of %j has a line of %s', (output, expected) => {
  expect(columnsOf({ ...output, write: () => true })).toBe(expected);
});
