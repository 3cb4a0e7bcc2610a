import { expect, test } from 'vitest';
import { nearestValue } from './nearest-value.ts';

const TYPES = ['string', 'integer', 'number', 'boolean', 'file', 'directory', 'url', 'enum', 'array'];

test.each([
  ['int', TYPES, 'integer'],
  ['Boolean', TYPES, 'boolean'],
  ['strnig', TYPES, 'string'],
  ['interger', TYPES, 'integer'],
  ['dir', TYPES, 'directory'],
  ['date', TYPES, undefined],
  ['', TYPES, undefined],
  ['x', TYPES, undefined],
  ['depth_limited', ['filtered', 'depth-limited'], 'depth-limited'],
  ['flag', ['name', 'flags'], 'flags'],
  ['__proto__', ['name', 'flags'], undefined],
  ['constructor', TYPES, undefined],
])('%j is meant as %j → %j', (received, allowed, expected) => {
  expect(nearestValue(received, allowed)).toBe(expected);
});
