import { expect, test } from 'vitest';
import { createPointerLocator, rangeOfPointer } from './range-of-pointer.ts';

const TEXT =
  '\ufeff{ "atip": "0.4", "name": "x", "version": "1", "description": "Does x", "commands": {\r\n' +
  '"a/b~": { "description": "Runs", "effects": { "destructive": true, "reversible": true },\r' +
  '"options": [\n{ "name": "o", "flags": ["-o"], "type": "string", "description": "O" }] } } }\n';

const piece = (pointer: string): string | undefined => {
  const range = rangeOfPointer(TEXT, pointer);
  return range && TEXT.slice(range.start.offset, range.end.offset);
};

test('the range of a pointer is its key and value', () => {
  expect(piece('/name')).toBe('"name": "x"');
  expect(piece('/commands/a~1b~0/options/0/flags/0')).toBe('"-o"');
  expect(piece('')).toBe(TEXT.trim());
  expect(piece('/commands/none')).toBe(undefined);
  expect(piece('/commands/a~1b~0/options/01')).toBe(undefined);
  expect(rangeOfPointer('{', '')).toBe(undefined);
  expect(rangeOfPointer('[1, 2]', '/1')?.start).toStrictEqual({ line: 1, column: 5, offset: 4 });
});

test('a mark is short: the key of what has several lines, the nearest place above what is missing', () => {
  const locator = createPointerLocator(TEXT);
  const marked = (pointer: string): string | undefined => {
    const range = locator?.markOf(pointer);
    return range && TEXT.slice(range.start.offset, range.end.offset);
  };
  expect(marked('/name')).toBe('"name": "x"');
  expect(marked('/commands/a~1b~0')).toBe('"a/b~"');
  expect(marked('/commands/a~1b~0/arguments')).toBe('"a/b~"');
  expect(marked('')).toBe('{');
  expect(createPointerLocator('{')).toBe(undefined);
});
