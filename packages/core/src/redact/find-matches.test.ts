import { expect, test } from 'vitest';
import { createMatchFinder } from './find-matches.ts';
import { secretRulesScanner } from './secret-rules.ts';
import { createSecretScanner } from './secret-scanner.ts';
import { SECRET_EXAMPLES } from '../testing/example-secrets.ts';

/** Signs, and characters beyond ASCII with all the low bits there are. */
const BEFORE = [...' "\n=é', ...Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x4e00 + index))];

test.each(SECRET_EXAMPLES)('%s is found at any distance from the start, and after any character', (name, secret) => {
  for (const before of BEFORE) {
    for (let distance = 0; distance < 7; distance += 1) {
      const text = before.repeat(distance) + secret;
      const found = createMatchFinder([secretRulesScanner()]).find(text, text.length);
      expect(found.filter(({ rule, end }) => rule === name && end === text.length)).toHaveLength(1);
    }
  }
});

test('is found across the ends of the blocks that are looked at', () => {
  const secret = `np${'m_'}${'a1B2c3'.repeat(6)}`;
  for (let start = 8170; start < 8200; start += 1) {
    const text = `${' '.repeat(start)}${secret}${' '.repeat(20_000)}${secret}`;
    const found = createMatchFinder([secretRulesScanner()]).find(text, text.length);
    expect(found.map(({ start: from }) => from)).toStrictEqual([start, start + secret.length + 20_000]);
  }
});

test('steps of any size find what one step finds', () => {
  const scanner = createSecretScanner([{ name: 'abcd', pattern: /abcd/y }]);
  const text = 'abcd abcdabcd  abcd.abcd';
  for (let size = 1; size < text.length; size += 1) {
    const finder = createMatchFinder([scanner]);
    const found = [];
    for (let until = size; until < text.length + size; until += size) {
      found.push(...finder.find(text, Math.min(until, text.length)));
    }
    expect(found.map(({ start }) => start)).toStrictEqual([0, 5, 9, 15, 20]);
  }
});

test('a text may lose its beginning between steps', () => {
  const scanner = createSecretScanner([{ name: 'abcd', pattern: /abcd/y }]);
  const finder = createMatchFinder([scanner]);
  expect(finder.find('abcd  abcdabcd', 8)).toStrictEqual([
    { rule: 'abcd', start: 0, end: 4 },
    { rule: 'abcd', start: 6, end: 10 },
  ]);
  finder.shift(6);
  expect(finder.find('abcdabcd', 8)).toStrictEqual([{ rule: 'abcd', start: 4, end: 8 }]);
});

test.each([
  ['ASCII with tabs and line ends', 'a\tb\nc~ ', true],
  ['letters and signs beyond ASCII', 'é密✓\u2028x', true],
  ['a control character', 'ab\u0007c', false],
  ['one at the end', 'abc\u0007', false],
  ['one at the very start', '\u0000abc', false],
  ['one alone', '\u001b', false],
  ['a carriage return', 'ab\r\n', false],
  ['C1', 'ab\u009bc', false],
  ['a soft hyphen', 'ab\u00adc', false],
  ['zero width', 'ab\u200bc', false],
  ['a tag', 'ab\u{e0041}c', false],
])('tells whether there is something to strip: %s', (_name, text, plain) => {
  const finder = createMatchFinder([secretRulesScanner()]);
  finder.find(text, text.length);
  expect(finder.isPlain()).toBe(plain);
});

test('texts of zero to four characters hold nothing', () => {
  for (const text of ['', 'a', 'ab', 'abc', 'abcd']) {
    expect(createMatchFinder([secretRulesScanner()]).find(text, text.length)).toStrictEqual([]);
  }
});
