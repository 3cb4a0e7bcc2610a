import { expect, test } from 'vitest';
import { IMPORT_LIST } from './import-list.ts';

test('what is added takes the place of a blank item, with a number that is new; one can be changed and left out', () => {
  IMPORT_LIST.add([{ text: '' }]);
  expect(IMPORT_LIST.get()).toStrictEqual([{ id: 1, text: '' }]);
  IMPORT_LIST.add([{ text: 'a', fileName: 'a.txt' }, { text: 'b' }]);
  expect(IMPORT_LIST.get().map(({ id, text }) => [id, text])).toStrictEqual([
    [2, 'a'],
    [3, 'b'],
  ]);
  IMPORT_LIST.change(3, { kind: 'help' });
  IMPORT_LIST.remove(2);
  expect(IMPORT_LIST.get()).toStrictEqual([{ id: 3, text: 'b', kind: 'help' }]);
  IMPORT_LIST.clear();
  expect(IMPORT_LIST.get()).toStrictEqual([]);
});
