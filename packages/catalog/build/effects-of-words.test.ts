import { effectsOfWords } from './effects-of-words.ts';
import { expect, test } from 'vitest';

test('a word that is none, or contradicts another, is refused with its place', () => {
  expect(() => effectsOfWords(['destructve'], 'effects/a.tsv:7')).toThrow('effects/a.tsv:7: "destructve" is no effect');
  expect(() => effectsOfWords(['looks', 'writes', 'no-writes'], 'a:1')).toThrow('a:1: "writes" is stated and denied');
  expect(effectsOfWords(['nothing'], 'x')).toStrictEqual({});
  expect(() => effectsOfWords(['nothing', 'reads'], 'a:1')).toThrow('a:1: "nothing" stands alone');
  expect(() => effectsOfWords(['constructor'], 'a:1')).toThrow('a:1: "constructor" is no effect');
});
