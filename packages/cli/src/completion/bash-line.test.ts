import { expect, test } from 'vitest';
import { quoteForBash, splitBashLine } from './shell-scripts.ts';

const BREAKS = ' \t\n"\'@><=;|&(:';

test.each([
  ['atip va', ['atip', 'va'], '', ''],
  ['atip compile --to ', ['atip', 'compile', '--to', ''], '', ''],
  ['atip  run\tx', ['atip', 'run', 'x'], '', ''],
  ['atip run t mode=a', ['atip', 'run', 't', 'mode=a'], 'mode=', ''],
  ['atip run t mode=', ['atip', 'run', 't', 'mode='], 'mode=', ''],
  ['atip show a:b', ['atip', 'show', 'a:b'], 'a:', ''],
  ['atip show a@b', ['atip', 'show', 'a@b'], 'a', ''],
  ['atip run t mode=a\\ b', ['atip', 'run', 't', 'mode=a b'], 'mode=', ''],
  ['atip run t a\\=b', ['atip', 'run', 't', 'a=b'], '', ''],
  ['atip run "t" m', ['atip', 'run', 't', 'm'], '', ''],
  ['atip run "a b', ['atip', 'run', 'a b'], '', '"'],
  ['atip run t mode="a=b', ['atip', 'run', 't', 'mode=a=b'], 'mode=', '"'],
  ['atip run "a\\"b\\c', ['atip', 'run', 'a"b\\c'], '', '"'],
  ["atip run 'a\\", ['atip', 'run', 'a\\'], '', "'"],
  ['atip run "" x', ['atip', 'run', '', 'x'], '', ''],
  ['atip run $(touch y) `z', ['atip', 'run', '$(touch', 'y)', '`z'], '', ''],
  ['atip run \\', ['atip', 'run', '\\'], '', ''],
])('%j', (line, words, kept, quote) => {
  expect(splitBashLine(line, BREAKS)).toStrictEqual({ words, kept, quote });
});

test('what breaks words is what the shell says', () => {
  expect(splitBashLine('atip run t mode=a', ' \t\n').kept).toBe('');
});

test.each([
  ['git_log', '', 'git_log'],
  ['max-count=', '', 'max-count='],
  ['größe', '', 'größe'],
  ['a b', '', 'a\\ b'],
  ['$(x)`y`', '', '\\$\\(x\\)\\`y\\`'],
  ['~', '', '\\~'],
  ['{a,b}*?[c]', '', '\\{a,b\\}\\*\\?\\[c\\]'],
  ['a\\b!"\'#;|&<>', '', 'a\\\\b\\!\\"\\\'\\#\\;\\|\\&\\<\\>'],
  ['a b', '"', 'a b'],
  ["it's", '"', "it's"],
  ['$x', '"', undefined],
  ['`x`', '"', undefined],
  ['a"b', '"', undefined],
  ['a\\b', '"', undefined],
  ['!x', '"', undefined],
  ['$(x)', "'", '$(x)'],
  ["it's", "'", undefined],
] as const)('%j after the open quote %j', (text, quote, expected) => {
  expect(quoteForBash(text, quote)).toBe(expected);
});
