import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLayout, putLayout, takeLayout } from './state-text.ts';
import { cases } from '../../../tests/long.ts';

const VALUE = { b: [1, { '10': [] }], a: 'x: {,} "é" \\', c: {}, d: [[], [null]] };

test.each([
  ['eight spaces and a line end', `${JSON.stringify(VALUE, null, 8)}\n`, 40],
  ['tabs and CR LF', `${JSON.stringify(VALUE, null, '\t')}\n`.replaceAll('\n', '\r\n'), 57],
  ['doubled keys and other spellings of numbers', '{\n  "a": 1.0,\n  "a": 1e3,\n  "2": -0,\n  "1": 1\n}', 2],
  ['no JSON', '{\n  a\n}}]: "\n x', 0],
  ['brackets that close too often', '[\n  1\n]\n]', 2],
  ['two line ends at the end', '{\n  "a": 1\n}\n\n', 0],
  ['an open string', '{\n  "a\\', 2],
  ['no letter', '', 0],
])('the white space of a text: %s', (_name, text, layout) => {
  const taken = takeLayout(text);
  expect(taken.layout).toBe(layout);
  expect(putLayout(taken.bare, taken.layout, text.length)).toBe(text);
});

test('what is taken away is all white space outside strings', () => {
  expect(takeLayout('{\n  "a b": [\n    1\n  ]\n}').bare).toBe('{"a b":[1]}');
});

test('any text comes back as it went', () => {
  const marks = fc.string({ unit: fc.constantFrom(...'{}[],:" \n\r\t\\a1') });
  fc.assert(
    fc.property(marks, (text) => {
      const { bare, layout } = takeLayout(text);
      expect(putLayout(bare, layout, text.length)).toBe(text);
    }),
    { numRuns: cases(2000) },
  );
});

test('stops before a text is longer than it may be', () => {
  const bare = '{"a":[1,2]}';
  const { length } = '{\n  "a": [\n    1,\n    2\n  ]\n}\n';
  expect(putLayout(bare, 34, length)).toHaveLength(length);
  expect(putLayout(bare, 34, length - 1)).toBe(undefined);
  expect(putLayout(bare, 0, bare.length - 1)).toBe(undefined);
});

test('does not write the indentation of 10,000,000 brackets, a million gigabytes', () => {
  expect(putLayout('['.repeat(10_000_000), 8, 16 * 1024 * 1024)).toBe(undefined);
});

test.each([0, 1, 10, 17, 26, 33, 58])('there is a layout %d', (layout) => {
  expect(isLayout(layout)).toBe(true);
});

test.each([-1, 11, 16, 32, 48, 59, 64, 65, 1.5, Number.NaN, '2', null])('there is no layout %j', (layout) => {
  expect(isLayout(layout)).toBe(false);
});
