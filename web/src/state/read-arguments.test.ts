import { expect, test } from 'vitest';
import { readArguments } from './read-arguments.ts';

test('an object is arguments, and so is nothing', () => {
  expect(readArguments('{"a": [1]}')).toStrictEqual({ ok: true, value: { a: [1] } });
  expect(readArguments(' \n')).toStrictEqual({ ok: true, value: {} });
});

test.each([
  ['[1]', 'The arguments must be an object: { "name": value }.'],
  ['null', 'The arguments must be an object: { "name": value }.'],
  ['{"a"', 'This is not valid JSON: '],
])('%s is told', (text, message) => {
  const read = readArguments(text);
  expect(read.ok ? '' : read.message).toContain(message);
});
