import { expect, test } from 'vitest';
import { maskedSlice } from './masked-slice.ts';
import { markText } from './text-chunks.ts';

test('chunks hold a hundred lines each and together all of the text', () => {
  const text = Array.from({ length: 250 }, (_, index) => `line ${index + 1}`).join('\n');
  const { chunks, lines } = markText(text, []);
  expect(lines).toBe(250);
  expect(chunks.map(({ firstLine, lines: count }) => [firstLine, count])).toStrictEqual([
    [1, 100],
    [101, 100],
    [201, 50],
  ]);
  expect(chunks.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
});

test('a mark over several chunks begins once and is reached in each', () => {
  const text = `${'x\n'.repeat(150)}`;
  const { chunks, marks } = markText(text, [{ label: 'key', start: 190, end: 210 }]);
  expect(marks).toStrictEqual([{ label: 'key', start: 190, end: 210, line: 96 }]);
  expect(chunks.map(({ firstMark }) => firstMark)).toStrictEqual([0, 0]);
});

test('an empty text is one empty line', () => {
  expect(markText('', [])).toStrictEqual({
    text: '',
    marks: [],
    chunks: [{ start: 0, end: 0, firstLine: 1, lines: 1, firstMark: 0 }],
    lines: 1,
  });
});

test('a slice shows nothing of a secret that it begins, holds or ends in', () => {
  const text = 'ab SECRET cd\nX\nY e';
  const marks = [
    { label: 'a', start: 3, end: 9, line: 1 },
    { label: 'b', start: 13, end: 16, line: 2 },
  ];
  expect(maskedSlice(text, marks, 0, text.length)).toBe('ab •••••• cd\n•\n• e');
  expect(maskedSlice(text, marks, 5, 11)).toBe('•••• c');
  expect(maskedSlice(text, marks, 0, 4)).toBe('ab •');
});
