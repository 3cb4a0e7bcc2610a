import { readJson } from '@atip/core';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../panels/problem-list.ts';
import { type SourceText, addMember, exactPlace, removeMembers, replaceValue } from './text-edits.ts';

function read(text: string): SourceText {
  const { root, lines } = readJson(text);
  if (root === undefined) throw new Error('The fixture is no JSON.');
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

test('a value is replaced where it stands, and a pointer without a place has none', () => {
  const source = read('{ "a": [1, { "b": 2 }] }');
  const place = exactPlace(source, '/a/1');
  expect(place && applyEdits(source.text, [replaceValue(source, place, {})])).toBe('{ "a": [1, {}] }');
  expect(exactPlace(source, '/a/2')).toBe(undefined);
});
