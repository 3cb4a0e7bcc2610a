import { expect, test } from 'vitest';
import { nextCell } from './next-cell.ts';

const SIZE = { rows: 10, columns: 3, page: 4 };

test.each([
  ['ArrowDown', false, { row: 5, column: 1 }, { row: 6, column: 1 }],
  ['ArrowDown', false, { row: 9, column: 1 }, { row: 9, column: 1 }],
  ['ArrowUp', false, { row: 0, column: 1 }, { row: 0, column: 1 }],
  ['ArrowLeft', false, { row: 5, column: 0 }, { row: 5, column: -1 }],
  ['ArrowLeft', false, { row: 5, column: -1 }, { row: 5, column: -1 }],
  ['ArrowRight', false, { row: 5, column: 2 }, { row: 5, column: 2 }],
  ['PageDown', false, { row: 5, column: 1 }, { row: 9, column: 1 }],
  ['PageUp', false, { row: 5, column: 1 }, { row: 1, column: 1 }],
  ['Home', false, { row: 5, column: 1 }, { row: 5, column: -1 }],
  ['End', false, { row: 5, column: 1 }, { row: 5, column: 2 }],
  ['Home', true, { row: 5, column: 1 }, { row: 0, column: -1 }],
  ['End', true, { row: 5, column: 1 }, { row: 9, column: 2 }],
  ['a', false, { row: 5, column: 1 }, undefined],
])('%s (Ctrl: %s)', (key, ctrlKey, from, to) => {
  expect(nextCell({ key, ctrlKey }, from, SIZE)).toStrictEqual(to);
});
