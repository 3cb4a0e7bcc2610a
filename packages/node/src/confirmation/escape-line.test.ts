import { expect, test } from 'vitest';
import { escapeLine } from './escape-line.ts';
import { quoteElement } from './quote-element.ts';

test.each([
  ['plain text', 'plain text', '"plain text"'],
  ['Grüße 世界', 'Grüße 世界', '"Grüße 世界"'],
  ['a\u001b[2Jb', 'a\\u{1b}[2Jb', '"a\\u001b[2Jb"'],
  ['\u001b]0;title\u0007x', '\\u{1b}]0;title\\u{7}x', '"\\u001b]0;title\\u0007x"'],
  ['two\nlines\tand\rmore', 'two\\u{a}lines\\u{9}and\\u{d}more', '"two\\nlines\\tand\\rmore"'],
  ['\u202egpj.exe', '\\u{202e}gpj.exe', '"\\u{202e}gpj.exe"'],
  ['a\u200bb\u00adc\ufeff', 'a\\u{200b}b\\u{ad}c\\u{feff}', '"a\\u{200b}b\\u{ad}c\\u{feff}"'],
  ['a\u00a0b\u3000c', 'a\\u{a0}b\\u{3000}c', '"a\\u{a0}b\\u{3000}c"'],
  ['\u3164\u2800\u034f', '\\u{3164}\\u{2800}\\u{34f}', '"\\u{3164}\\u{2800}\\u{34f}"'],
  ['\u{e0041}', '\\u{e0041}', '"\\u{e0041}"'],
  ['\u009b2J\u0085', '\\u{9b}2J\\u{85}', '"\\u{9b}2J\\u{85}"'],
  ['\u2028\u2029', '\\u{2028}\\u{2029}', '"\\u{2028}\\u{2029}"'],
  ['\\u{1b}', '\\u{1b}', '"\\\\u{1b}"'],
  ['⚠\ufe0f', '⚠\\u{fe0f}', '"⚠\\u{fe0f}"'],
])('%j is printed as %s, quoted %s', (text, line, quoted) => {
  expect(escapeLine(text)).toBe(line);
  expect(quoteElement(text)).toBe(quoted);
});

test('half a surrogate pair is escaped', () => {
  expect(escapeLine('\ud800')).toBe('\\u{d800}');
});
