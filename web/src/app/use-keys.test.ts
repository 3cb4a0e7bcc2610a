import { expect, test } from 'vitest';
import { type KeyPress, commandOfKey } from './use-keys.ts';

type Held = Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'altGraph', true>>;

const press = (key: string, { altGraph, ...held }: Held = {}, code = ''): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  getModifierState: () => altGraph === true,
  ...held,
});

test.each([
  ['s', { ctrlKey: true }, true, 'share'],
  ['s', { ctrlKey: true, shiftKey: true }, false, undefined],
  ['k', { ctrlKey: true }, true, 'palette'],
  ['K', { metaKey: true }, true, 'palette'],
  ['k', { ctrlKey: true, altKey: true }, false, undefined],
  ['z', { ctrlKey: true }, false, 'undo'],
  ['z', { ctrlKey: true }, true, undefined],
  ['z', { ctrlKey: true, shiftKey: true }, false, undefined],
  ['z', { metaKey: true }, false, undefined],
  ['F6', {}, true, 'next-pane'],
  ['F6', { shiftKey: true }, false, 'previous-pane'],
  ['?', { shiftKey: true }, false, 'help'],
  ['?', { shiftKey: true }, true, undefined],
] as const)('key %s with %j, typing %s', (key, held, typing, command) => {
  expect(commandOfKey(press(key, held), typing, false)).toBe(command);
});

test.each([
  ['Digit1', { ctrlKey: true, altKey: true }, true, 'output'],
  ['Digit7', { ctrlKey: true, altKey: true }, false, undefined],
  ['Digit1', { altKey: true }, false, undefined],
  ['Digit2', { ctrlKey: true, altKey: true, shiftKey: true }, false, undefined],
  ['Digit2', { ctrlKey: true, altKey: true, altGraph: true }, true, undefined],
  ['Digit2', { ctrlKey: true, altKey: true, altGraph: true }, false, 'safety'],
] as const)('place %s with %j, typing %s', (code, held, typing, command) => {
  // AltGr Q types @ on a German keyboard: what the key types does not matter.
  expect(commandOfKey(press('@', held, code), typing, false)).toBe(command);
});

test('on a Mac, Control K stays the editing key it is', () => {
  expect(commandOfKey(press('k', { ctrlKey: true }), true, false, true)).toBeUndefined();
  expect(commandOfKey(press('k', { metaKey: true }), true, false, true)).toBe('palette');
});

test('keys rest while a dialog is open', () => {
  expect(commandOfKey(press('F6'), false, true)).toBeUndefined();
  expect(commandOfKey(press('k', { ctrlKey: true }), false, true)).toBeUndefined();
  expect(commandOfKey(press('1', { ctrlKey: true, altKey: true }, 'Digit1'), false, true)).toBeUndefined();
});
