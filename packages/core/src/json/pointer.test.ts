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

test('names the parent', () => {
  expect(['', '/a', '/a/b~1c'].map(parentPointer)).toStrictEqual(['', '', '/a']);
});
