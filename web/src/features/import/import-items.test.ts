import { expect, test } from 'vitest';
import { itemName, withItems, withoutItem } from './import-items.ts';

test('what is added takes the place of a blank item, with a number that is new', () => {
  const first = withItems([], [{ text: '' }]);
  expect(first).toStrictEqual([{ id: 1, text: '' }]);
  const second = withItems(first, [{ text: 'a', fileName: 'a.txt' }, { text: 'b' }]);
  expect(second.map(({ id, text }) => [id, text])).toStrictEqual([
    [2, 'a'],
    [3, 'b'],
  ]);
  expect(second.map(itemName)).toStrictEqual(['a.txt', 'Pasted text 3']);
  expect(withoutItem(second, 2).map(({ id }) => id)).toStrictEqual([3]);
});
