import type { Range } from '@atip/core';
import { expect, test } from 'vitest';
import { createHighlighter } from './highlighter.ts';

const rangeAt = (line: number): Range => ({
  start: { line, column: 1, offset: 0 },
  end: { line, column: 2, offset: 1 },
});

test('what is pointed at hides what stays marked, and gives way to it again', () => {
  const seen: number[][] = [];
  const highlighter = createHighlighter((ranges) => seen.push(ranges.map(({ start }) => start.line)));
  highlighter.stay([rangeAt(1), rangeAt(2)]);
  highlighter.point([rangeAt(7)]);
  highlighter.stay([rangeAt(3)]);
  highlighter.point([]);
  highlighter.stay([]);
  expect(seen).toStrictEqual([[1, 2], [7], [7], [3], []]);
});
