import { expect, test } from 'vitest';
import { createMatchFinder } from './find-matches.ts';
import { createSecretScanner } from './secret-scanner.ts';

function find(pattern: RegExp, text: string): number[] {
  return createMatchFinder([createSecretScanner([{ name: 'x', pattern }])])
    .find(text, text.length)
    .map(({ start }) => start);
}

test.each([
  ['a literal', /abcde/y, 'xx abcde', [3]],
  ['three characters', /abc/y, 'abc abc', [0, 4]],
  ['alternatives', /(?:abcd|efgh)x/y, 'abcdx efghx abcdy', [0, 6]],
  ['alternatives of different length', /(?:ab|cdef)=\d/y, 'ab=1 cdef=2 cd=3', [0, 5]],
  ['a class', /[ab]k[cd]\d/y, 'akc1 bkd2 akd', [0, 5]],
  ['any case', /token=/iy, 'ToKeN= TOKEN=', [0, 7]],
  ['what may be missing', /ab?c?d\d\d/y, 'ad12 abcd34 abd56', [0, 5, 12]],
  ['a repetition', /xya{3}b/y, 'xyaaab xyaab', [0]],
  ['what may not stand before', /(?<![a-z])abc/y, 'abc xabc -abc éabc', [0, 10, 15]],
  ['what may not stand before: a class with an escape', /(?<![\]a])abc/y, 'aabc ]abc (abc', [11]],
  ['what may not stand before: digits', /(?<!\d)abc/y, '1abc abc', [5]],
  ['what has to stand before', /(?<=x)abc/y, 'abc xabc', [5]],
  ['what has to follow', /abc(?=d)/y, 'abcd abc', [0]],
  ['beyond ASCII', /é密ab/y, 'xé密ab', [1]],
  ['beyond ASCII in a class', /[é密]abc/y, 'éabc 密abc', [0, 5]],
  ['anything but some', /[^a]bcd/y, 'xbcd abcd 密bcd', [0, 10]],
] as const)('finds %s', (_name, pattern, text, starts) => {
  expect(find(pattern, text)).toStrictEqual([...starts]);
});

test.each([/a/y, /ab/y, /ab?/y, /(?:abc|d)/y])('refuses a rule whose matches may be too short: %s', (pattern) => {
  expect(() => createSecretScanner([{ name: 'x', pattern }])).toThrow(RangeError);
});

test('rules that share their letters are told apart', () => {
  const scanner = createSecretScanner([
    { name: 'lower', pattern: /token/y },
    { name: 'upper', pattern: /TOKEN/y },
    { name: 'alias', pattern: /pw12/y },
  ]);
  const found = createMatchFinder([scanner]).find('token TOKEN pw12 PW12 07qr', 26);
  expect(found.map(({ rule, start }) => [rule, start])).toStrictEqual([
    ['lower', 0],
    ['upper', 6],
    ['alias', 12],
  ]);
});

test('two scanners may be used in turn', () => {
  const one = createSecretScanner([{ name: 'one', pattern: /aaaa/y }]);
  const other = createSecretScanner([{ name: 'other', pattern: /bbbb/y }]);
  const finder = createMatchFinder([one, other]);
  expect(finder.find('bbbb aaaa', 9).map(({ rule }) => rule)).toStrictEqual(['other', 'one']);
});
