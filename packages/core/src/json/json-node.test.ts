import { expect, test } from 'vitest';
import { createLineIndex, findNode } from './json-node.ts';
import { pointerTokens } from './pointer.ts';
import { readJson } from './read-json.ts';

const TEXT = '{"a": {"b": [10, 20]}, "x": 1, "x": 2}';

const { root = { value: undefined, start: 0, end: 0 } } = readJson(TEXT);

/** pointer, text of the node found, key text, tokens followed. */
const CASES: readonly (readonly [string, string, string | undefined, number])[] = [
  ['', TEXT, undefined, 0],
  ['/a', '{"b": [10, 20]}', '"a"', 1],
  ['/a/b/1', '20', undefined, 3],
  ['/a/b/01', '[10, 20]', '"b"', 2],
  ['/a/b/2', '[10, 20]', '"b"', 2],
  ['/a/missing/deeper', '{"b": [10, 20]}', '"a"', 1],
  ['/x', '2', '"x"', 1],
  ['/constructor', TEXT, undefined, 0],
];

test.each(CASES)('finds %j', (pointer, text, key, depth) => {
  const { node, member, depth: followed } = findNode(root, pointerTokens(pointer));
  expect(TEXT.slice(node.start, node.end)).toBe(text);
  expect(member && TEXT.slice(member.keyStart, member.keyEnd)).toBe(key);
  expect(followed).toBe(depth);
});

const LINES = 'a\nbc\r\nd\re';

/** offset, line, column. */
const PLACES: readonly (readonly [number, number, number])[] = [
  [0, 1, 1],
  [1, 1, 2],
  [2, 2, 1],
  [4, 2, 3],
  [6, 3, 1],
  [7, 3, 2],
  [8, 4, 1],
  [9, 4, 2],
];

test.each(PLACES)('offset %i is line %i, column %i', (offset, line, column) => {
  expect(createLineIndex(LINES).positionAt(offset)).toStrictEqual({ line, column, offset });
});
