import { expect, test } from 'vitest';
import { itemName, withItems, withoutItem, importOffer } from './import-items.ts';

test('what is added takes the place of a blank item, with a number that is new', () => {
  const first = withItems([], [{ text: '' }]);
  expect(first).toStrictEqual([{ id: 1, text: '', effects: true }]);
  const second = withItems(first, [{ text: 'a', fileName: 'a.txt' }, { text: 'b' }]);
  expect(second.map(({ id, text }) => [id, text])).toStrictEqual([
    [2, 'a'],
    [3, 'b'],
  ]);
  expect(second.map(itemName)).toStrictEqual(['a.txt', 'Pasted text 3']);
  expect(withoutItem(second, 2).map(({ id }) => id)).toStrictEqual([3]);
});

test.each([
  ['Usage: rm [OPTION]... FILE...\n  -f, --force  never ask', true],
  ['Usage: rm', false],
  ['{"tools":[{"name":"read_file","inputSchema":{"type":"object"}}]}', true],
  ['{"atip":"0.4","name":"a","x":{"parameters":{"type":"object"}}}', false],
  ['{"name":"a","version":"1","description":"a document being typed', false],
])('%s: offered %s', (text, isOffered) => {
  expect(importOffer(text) !== undefined).toBe(isOffered);
});
