import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeUnseen, hiddenCharactersIn, withoutHidden } from './hidden-characters.ts';
import { cases } from '../../../../tests/long.ts';

/** text, what a person sees, names */
const HIDDEN: readonly (readonly [string, string, string])[] = [
  ['zero\u200bwidth', 'zerowidth', 'U+200B'],
  ['\ufeffmark', 'mark', 'U+FEFF'],
  ['a\u200e', 'a', 'U+200E'],
  ['ab\u202edc', 'abdc', 'U+202E'],
  ['a\u2066b\u2069', 'ab', 'U+2066 U+2069'],
  ['safe\u{e0044}\u{e0045}\u{e004c}\u{e007f}', 'safe', 'U+E0044 U+E0045 U+E004C'],
  ['x\ufe0f', 'x', 'U+FE0F'],
  ['a\u{e0100}', 'a', 'U+E0100'],
  ['\u001b[2K', '[2K', 'U+001B'],
  ['\ufff9a\ufffb', 'a', 'U+FFF9 U+FFFB'],
  ['👍\ufe0f\ufe0f', '👍\ufe0f', 'U+FE0F'],
  ['x\ufe0f\u200d👩', 'x👩', 'U+FE0F U+200D'],
  ['a\u2028b\u2029c', 'a\nb\nc', 'U+2028 U+2029'],
  ['safe\rrm', 'safe\nrm', 'U+000D'],
  ['\u200b'.repeat(8), '', 'U+200B U+200B U+200B'],
];

test.each(HIDDEN)('finds what hides in %j', (text, seen, names) => {
  expect(withoutHidden(text)).toBe(seen);
  expect(hiddenCharactersIn(text)).toBe(names);
});

test.each([
  'plain\n\ttext\r\n',
  '⚠️ DESTRUCTIVE 🔒 1️⃣ ☎︎',
  '👩‍💻 👩🏽‍🚀 🏳️‍🌈 👨‍👩‍👧',
  'می‌خواهم',
  'क्‍ष',
  'ภาษา\u200bไทย',
  'ünïcödé 日本語 العربية',
  '',
])('leaves %j alone', (text) => {
  expect(withoutHidden(text)).toBe(text);
  expect(hiddenCharactersIn(text)).toBe('');
});

test.each([
  ['a\nb', 'a b', 'U+000A'],
  ['a\tb\r\n', 'a b', 'U+0009 U+000D U+000A'],
  ['می\u200cخواهم', 'می\u200cخواهم', ''],
  ['plain name', 'plain name', ''],
])('in a name a line break hides the rest: %j', (text, seen, names) => {
  expect([withoutHidden(text, true), hiddenCharactersIn(text, true)]).toStrictEqual([seen, names]);
  expect(hiddenCharactersIn(text)).toBe('');
});

test('what is left when the hidden is removed hides nothing', () => {
  const unit = fc.constantFrom(
    'a',
    '1',
    'ا',
    'ក',
    '👩',
    '🏽',
    '\t',
    '\u200b',
    '\u200c',
    '\u200d',
    '\ufe0f',
    '\u061c',
    '\u17b4',
    '\u{e0041}',
    '\ud83d',
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
      const seen = withoutHidden(units.join(''));
      expect(hiddenCharactersIn(seen)).toBe('');
    }),
    { numRuns: cases(3000) },
  );
});

test('escapes what nobody sees, and nothing else', () => {
  expect(escapeUnseen('a\u001b[2J\nb\u202e\u00a0\u2800\u{e0041}é 密')).toBe(
    'a\\u{1b}[2J⏎b\\u{202e}\\u{a0}\\u{2800}\\u{e0041}é 密',
  );
  expect(escapeUnseen('a\u200b', () => '?')).toBe('a?');
});
