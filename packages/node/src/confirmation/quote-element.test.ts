import { expect, test } from 'vitest';
import { quoteElement } from './describe-confirmation.ts';

test.each([
  ['Grüße 世界', '"Grüße 世界"'],
  ['\u001b]0;title\u0007x', '"\\u001b]0;title\\u0007x"'],
  ['\u202egpj.exe', '"\\u{202e}gpj.exe"'],
  ['\\u{1b}', '"\\\\u{1b}"'],
])('%j is quoted as %s', (text, quoted) => {
  expect(quoteElement(text)).toBe(quoted);
});
