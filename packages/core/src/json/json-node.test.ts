import { expect, test } from 'vitest';
import { findNode, type JsonNode } from './json-node.ts';
import { parsePointer } from './pointer.ts';
import { readJson } from './read-json.ts';

const TEXT = '{"a": {"b": [10, 20]}, "x": 1, "x": 2}';

function read(): JsonNode {
  const { root } = readJson(TEXT);
  if (root === undefined) {
    throw new Error('the text is valid');
  }
  return root;
}

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
  const { node, member, depth: followed } = findNode(read(), parsePointer(pointer));
  expect(TEXT.slice(node.start, node.end)).toBe(text);
  expect(member && TEXT.slice(member.keyStart, member.keyEnd)).toBe(key);
  expect(followed).toBe(depth);
});
