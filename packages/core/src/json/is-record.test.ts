import { expect, test } from 'vitest';
import { isRecord } from './is-record.ts';

test.each([
  [{}, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  ['x', false],
])('knows a record: %j', (value, expected) => {
  expect(isRecord(value)).toBe(expected);
});
