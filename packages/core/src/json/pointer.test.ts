import { expect, test } from 'vitest';
import { joinPointer, parentPointer, pointerTokens } from './pointer.ts';

/** The examples of RFC 6901 §5. */
const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['', []],
  ['/foo/0', ['foo', '0']],
  ['/', ['']],
  ['/a~1b', ['a/b']],
  ['/m~0n', ['m~n']],
  ['/~01', ['~1']],
];

test.each(CASES)('%j', (pointer, tokens) => {
  expect(pointerTokens(pointer)).toStrictEqual(tokens);
  expect(joinPointer('', ...tokens)).toBe(pointer);
});

test('extends a pointer', () => {
  expect(joinPointer('/commands', 'a/b', 0)).toBe('/commands/a~1b/0');
});

test('names the parent', () => {
  expect(['', '/a', '/a/b~1c'].map(parentPointer)).toStrictEqual(['', '', '/a']);
});
