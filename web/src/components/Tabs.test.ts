import { expect, test } from 'vitest';
import { nextTab } from './Tabs.tsx';

test.each([
  ['ArrowRight', 2, 0],
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowDown', 1, -1],
] as const)('%s from %s leads to %s', (key, index, expected) => {
  expect(nextTab(key, index, 3)).toBe(expected);
});
