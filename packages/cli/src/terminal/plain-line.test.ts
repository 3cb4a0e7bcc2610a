import { expect, test } from 'vitest';
import { plainLine } from './plain-line.ts';

test.each([
  ['plain text', 'plain text'],
  ['Grüße 世界', 'Grüße 世界'],
  ['a\u001b[2Jb', 'ab'],
  ['\u001b]0;title\u0007x', 'x'],
  ['two\nlines\tand\rmore', 'two lines and more'],
  ['\u202egpj.exe', 'gpj.exe'],
  ['a\u200bb\u00adc\ufeff', 'abc'],
  ['a\u00a0b\u3000c', 'a b c'],
  ['\u3164\u2800\u034f', '\\u{3164}\\u{2800}\\u{34f}'],
  ['\u{e0041}', ''],
  ['\u009b2J\u0085', ''],
  ['\u2028\u2029', ''],
  ['\\u{1b}', '\\u{1b}'],
  ['⚠\ufe0f', '⚠'],
])('%j is %s as prose', (text, prose) => {
  expect(plainLine(text)).toBe(prose);
});
