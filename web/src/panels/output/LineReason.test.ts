import { expect, test } from 'vitest';
import { pointerWords } from './LineReason.tsx';

test.each([
  ['', ''],
  ['/name', 'name'],
  ['/commands', 'commands'],
  ['/commands/pr', 'pr'],
  ['/commands/pr/commands/create/effects/network', 'pr create › effects.network'],
  ['/commands//options/0', 'options.0'],
  ['/commands/a~1b~0/description', 'a/b~ › description'],
])('%j is %j', (pointer, words) => {
  expect(pointerWords(pointer)).toBe(words);
});
