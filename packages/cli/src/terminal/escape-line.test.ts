import { expect, test } from 'vitest';
import { escapeLine } from './escape-line.ts';
import { plainLine } from './plain-line.ts';
import { quoteElement } from './quote-element.ts';

test.each([
  ['plain text', 'plain text', '"plain text"', 'plain text'],
  ['Grüße 世界', 'Grüße 世界', '"Grüße 世界"', 'Grüße 世界'],
  ['a\u001b[2Jb', 'a\\u{1b}[2Jb', '"a\\u001b[2Jb"', 'ab'],
  ['\u001b]0;title\u0007x', '\\u{1b}]0;title\\u{7}x', '"\\u001b]0;title\\u0007x"', 'x'],
  ['two\nlines\tand\rmore', 'two\\u{a}lines\\u{9}and\\u{d}more', '"two\\nlines\\tand\\rmore"', 'two lines and more'],
  ['\u202egpj.exe', '\\u{202e}gpj.exe', '"\\u{202e}gpj.exe"', 'gpj.exe'],
  ['a\u200bb\u00adc\ufeff', 'a\\u{200b}b\\u{ad}c\\u{feff}', '"a\\u{200b}b\\u{ad}c\\u{feff}"', 'abc'],
  ['a\u00a0b\u3000c', 'a\\u{a0}b\\u{3000}c', '"a\\u{a0}b\\u{3000}c"', 'a b c'],
  ['\u3164\u2800\u034f', '\\u{3164}\\u{2800}\\u{34f}', '"\\u{3164}\\u{2800}\\u{34f}"', '\\u{3164}\\u{2800}\\u{34f}'],
  ['\u{e0041}', '\\u{e0041}', '"\\u{e0041}"', ''],
  ['\u009b2J\u0085', '\\u{9b}2J\\u{85}', '"\\u{9b}2J\\u{85}"', ''],
  ['\u2028\u2029', '\\u{2028}\\u{2029}', '"\\u{2028}\\u{2029}"', ''],
  ['\\u{1b}', '\\u{1b}', '"\\\\u{1b}"', '\\u{1b}'],
  ['⚠\ufe0f', '⚠\\u{fe0f}', '"⚠\\u{fe0f}"', '⚠'],
])('%j is printed as %s, quoted %s, as prose %s', (text, line, quoted, prose) => {
  expect(escapeLine(text)).toBe(line);
  expect(quoteElement(text)).toBe(quoted);
  expect(plainLine(text)).toBe(prose);
});

test('half a surrogate pair is escaped', () => {
  expect(escapeLine('\ud800')).toBe('\\u{d800}');
});
