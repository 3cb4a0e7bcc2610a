import { readJson } from '@atip/core';
import { expect, test } from 'vitest';
import { endOf, keyOf, nearestPlace, placeBelow, rootPlace, startOf } from './json-place.ts';

/** What a pointer leads to: its path, its text, its key alone. */
function lookUp(text: string, pointer: string): readonly string[] {
  const { root } = readJson(text);
  if (root === undefined) throw new Error('The fixture is no JSON.');
  const place = nearestPlace(root, pointer);
  const textOf = (one: typeof place): string => text.slice(startOf(one), endOf(one));
  return [place.path, textOf(place), textOf(keyOf(place))];
}

test('the last of several equal keys is the one that counts, in small objects and in large ones', () => {
  const filling = Array.from({ length: 40 }, (_, index) => `"k${index}": 0`).join(', ');
  expect(lookUp('{ "a": 1, "a": 2 }', '/a')).toStrictEqual(['/a', '"a": 2', '"a"']);
  expect(lookUp(`{ "a": 1, ${filling}, "a": 2 }`, '/a')).toStrictEqual(['/a', '"a": 2', '"a"']);
});

test('what is missing leads to the nearest place above, and an item has no key', () => {
  const text = '{ "a~/b": [{ "c": [] }, 7] }';
  expect(lookUp(text, '/a~0~1b/1')).toStrictEqual(['/a~0~1b/1', '7', '7']);
  expect(lookUp(text, '/a~0~1b/0/d/e')).toStrictEqual(['/a~0~1b/0', '{ "c": [] }', '{ "c": [] }']);
  expect(lookUp(text, '/a~0~1b/2')).toStrictEqual(['/a~0~1b', '"a~/b": [{ "c": [] }, 7]', '"a~/b"']);
  expect(lookUp(text, '/__proto__')[0]).toBe('');
});

test('a search may start below, and starts over for what is elsewhere', () => {
  const text = '{ "a": { "b": 1 }, "ab": 2 }';
  const { root } = readJson(text);
  const from = root && placeBelow(rootPlace(root), 'a');
  if (root === undefined || from === undefined) throw new Error('The fixture is no JSON.');
  const valueAt = (pointer: string): unknown => nearestPlace(root, pointer, from).node.value;
  expect(['/a/b', '/a', '/ab'].map(valueAt)).toStrictEqual([1, { b: 1 }, 2]);
  expect(placeBelow(rootPlace(root), 'a', 'c')).toBe(undefined);
});
