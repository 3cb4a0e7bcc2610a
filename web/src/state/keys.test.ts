import { expect, test } from 'vitest';
import { commandOfKey, type KeyPress, nextPane } from './keys.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', true>> = {},
): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test.each([
  ['s', { ctrlKey: true }, true, 'share'],
  ['S', { metaKey: true }, false, 'share'],
  ['s', { ctrlKey: true, shiftKey: true }, false, undefined],
  ['s', {}, false, undefined],
  ['F6', {}, true, 'next-pane'],
  ['F6', { shiftKey: true }, false, 'previous-pane'],
  ['?', { shiftKey: true }, false, 'help'],
  ['?', { shiftKey: true }, true, undefined],
] as const)('key %s with %j, typing %s', (key, held, typing, command) => {
  expect(commandOfKey(press(key, held), typing, false)).toBe(command);
});

test('keys rest while a dialog is open', () => {
  expect(commandOfKey(press('F6'), false, true)).toBeUndefined();
});

test('panes are a ring', () => {
  expect([nextPane(-1, 1, 4), nextPane(-1, -1, 4), nextPane(3, 1, 4), nextPane(0, -1, 4)]).toStrictEqual([0, 3, 0, 3]);
});
