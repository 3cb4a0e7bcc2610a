import { expect, test } from 'vitest';
import { loneSurrogateIn, toWellFormed } from './well-formed.ts';

test.each<[string, string | undefined, string]>([
  ['', undefined, ''],
  ['a😀b', undefined, 'a😀b'],
  ['a\ud83d', '\ud83d', 'a\ufffd'],
  ['\ude00a\ud83d', '\ude00', '\ufffda\ufffd'],
  ['\ud83d😀', '\ud83d', '\ufffd😀'],
])('%j', (text, lone, wellFormed) => {
  expect(loneSurrogateIn(text)).toBe(lone);
  expect(toWellFormed(text)).toBe(wellFormed);
});
