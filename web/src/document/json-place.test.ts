import { readJson } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { createPointerLocator, type SourceText, addMember, exactPlace, removeMembers } from './json-place.ts';
import { applyEdits } from './issues.ts';

const TEXT =
  '\ufeff{ "atip": "0.4", "name": "x", "version": "1", "description": "Does x", "commands": {\r\n' +
  '"a/b~": { "description": "Runs", "effects": { "destructive": true, "reversible": true },\r' +
  '"options": [\n{ "name": "o", "flags": ["-o"], "type": "string", "description": "O" }] } } }\n';

const piece = (pointer: string): string | undefined => {
  const range = createPointerLocator(TEXT)?.rangeOf(pointer);
  return range && TEXT.slice(range.start.offset, range.end.offset);
};

test('the range of a pointer is its key and value', () => {
  expect(piece('/name')).toBe('"name": "x"');
  expect(piece('/commands/a~1b~0/options/0/flags/0')).toBe('"-o"');
  expect(piece('')).toBe(TEXT.trim());
  expect(piece('/commands/none')).toBe(undefined);
  expect(piece('/commands/a~1b~0/options/01')).toBe(undefined);
  expect(createPointerLocator('{')?.rangeOf('')).toBe(undefined);
  expect(createPointerLocator('[1, 2]')?.rangeOf('/1')?.start).toStrictEqual({ line: 1, column: 5, offset: 4 });
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

function read(text: string): SourceText {
  const { root, lines } = readJson(text);
  if (root === undefined) throw new Error('The fixture is not JSON.');
  return { text, root, lines };
}

test.each([
  ['{ "a": 1, "b": 2, "c": 3 }', ['a'], '{ "b": 2, "c": 3 }'],
  ['{ "a": 1, "b": 2, "c": 3 }', ['b'], '{ "a": 1, "c": 3 }'],
  ['{ "a": 1, "b": 2, "c": 3 }', ['c'], '{ "a": 1, "b": 2 }'],
  ['{ "a": 1, "b": 2, "c": 3 }', ['b', 'c'], '{ "a": 1 }'],
  ['{ "a": 1, "b": 2, "c": 3 }', ['a', 'c'], '{ "b": 2 }'],
  ['{ "a": 1, "b": 2, "a": 3 }', ['a'], '{ "b": 2 }'],
  ['{\n  "a": 1,\n  "b": 2\n}', ['a'], '{\n  "b": 2\n}'],
  ['{\n  "a": 1,\n  "b": 2\n}', ['b'], '{\n  "a": 1\n}'],
  ['{ "a": 1 }', ['a'], '{}'],
  ['{ "a": 1 }', ['b'], '{ "a": 1 }'],
])('%s without %j', (text, keys, expected) => {
  const source = read(text);
  const root = exactPlace(source, '');
  expect(root && applyEdits(text, removeMembers(source, root, keys))).toBe(expected);
});

test.each([
  ['{}', '{ "k": { "a": [1, "b"] } }'],
  ['{ "a": 1 }', '{ "a": 1, "k": { "a": [1, "b"] } }'],
  ['{"a":1}', '{"a":1, "k": { "a": [1, "b"] }}'],
  ['{\n  "a": 1\n}', '{\n  "a": 1,\n  "k": { "a": [1, "b"] }\n}'],
])('%s with another member', (text, expected) => {
  const source = read(text);
  const root = exactPlace(source, '');
  expect(root && applyEdits(text, [addMember(source, root, 'k', { a: [1, 'b'] })])).toBe(expected);
});
