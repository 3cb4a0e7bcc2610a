import { expect, test } from 'vitest';
import { quoteForBash } from './quote-for-bash.ts';

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
