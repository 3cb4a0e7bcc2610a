import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiddenCharactersIn, withoutHidden } from './hidden-characters.ts';

/** text, what a person sees, names, hostile */
const HIDDEN: readonly (readonly [string, string, string, boolean])[] = [
  ['zero\u200bwidth', 'zerowidth', 'U+200B', false],
  ['joi\u200dner', 'joiner', 'U+200D', false],
  ['soft\u00adhyphen', 'softhyphen', 'U+00AD', false],
  ['\ufeffmark', 'mark', 'U+FEFF', false],
  ['a\u2060\u3164\uffa0b', 'ab', 'U+2060 U+3164 U+FFA0', false],
  ['a\u200e', 'a', 'U+200E', false],
  ['ab\u202edc', 'abdc', 'U+202E', true],
  ['a\u2066b\u2069', 'ab', 'U+2066 U+2069', true],
  ['safe\u{e0044}\u{e0045}\u{e004c}\u{e007f}', 'safe', 'U+E0044 U+E0045 U+E004C', true],
  ['a\ufe01', 'a', 'U+FE01', false],
  ['x\ufe0f', 'x', 'U+FE0F', false],
  ['a\u{e0100}', 'a', 'U+E0100', true],
  ['\u001b[2K', '[2K', 'U+001B', true],
  ['a\u0000\u009bb', 'ab', 'U+0000 U+009B', true],
  ['\ufff9a\ufffb', 'a', 'U+FFF9 U+FFFB', false],
  ['👍\ufe0f\ufe0f', '👍\ufe0f', 'U+FE0F', false],
  ['👩\u200d\u200d💻', '👩💻', 'U+200D U+200D', false],
  ['x\ufe0f\u200d👩', 'x👩', 'U+FE0F U+200D', false],
  ['ا\u061c\u200c', 'ا', 'U+061C U+200C', false],
  ['می\u200c\u200cخواهم', 'می\u200cخواهم', 'U+200C', false],
  ['\u200b'.repeat(8), '', 'U+200B U+200B U+200B', true],
];

test.each(HIDDEN)('finds what hides in %j', (text, seen, names, hostile) => {
  expect(withoutHidden(text)).toBe(seen);
  expect(hiddenCharactersIn(text)).toStrictEqual({ names, hostile });
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
  expect(hiddenCharactersIn(text)).toStrictEqual({ names: '', hostile: false });
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
      expect(hiddenCharactersIn(seen).names).toBe('');
    }),
    { numRuns: 3000 },
  );
});
