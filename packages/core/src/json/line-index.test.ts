import { expect, test } from 'vitest';
import { createLineIndex } from './json-node.ts';

const TEXT = 'a\nbc\r\nd\re';

/** offset, line, column. */
const CASES: readonly (readonly [number, number, number])[] = [
  [0, 1, 1],
  [1, 1, 2],
  [2, 2, 1],
  [4, 2, 3],
  [6, 3, 1],
  [7, 3, 2],
  [8, 4, 1],
  [9, 4, 2],
];

test.each(CASES)('offset %i is line %i, column %i', (offset, line, column) => {
  expect(createLineIndex(TEXT).positionAt(offset)).toStrictEqual({ line, column, offset });
});

test('clamps offsets to the text', () => {
  const index = createLineIndex(TEXT);
  expect(index.rangeOf(-5, 99)).toStrictEqual({
    start: { line: 1, column: 1, offset: 0 },
    end: { line: 4, column: 2, offset: 9 },
  });
});
