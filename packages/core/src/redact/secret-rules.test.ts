import { expect, test } from 'vitest';
import { findMatches, mergeMatches, replaceMatches } from './find-matches.ts';
import { MAX_SECRET_LENGTH, SECRET_RULES } from './secret-rules.ts';
import { PREFIXED_SECRETS } from '../testing/example-secrets.ts';

test.each(PREFIXED_SECRETS)('%s is found by the rule of that name', (name, secret) => {
  const found = findMatches(`x ${secret} x`, SECRET_RULES).find(({ rule }) => rule === name);
  expect(found).toStrictEqual({ rule: name, start: 2, end: 2 + secret.length });
});

test('rule names are unique', () => {
  expect(new Set(SECRET_RULES.map(({ name }) => name)).size).toBe(SECRET_RULES.length);
});

/** Each is a start of many matches that come to nothing. */
const ADVERSARIAL = [
  'eyJ',
  'eyJaaaaaaaa.',
  'eyJaaaaaaaa.eyJ',
  '://',
  '://a:',
  'https://user:pass',
  'password',
  'password=',
  '"password":"',
  'token=a,',
  '--',
  '--token ',
  'Bearer ',
  'Authorization: ',
  '<password>',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN A',
  'sk-',
  'M',
  '\\',
  '",',
  ' ',
  'a',
];

test.each(ADVERSARIAL)('%j repeated takes linear time and stays within bounds', (piece) => {
  const text = piece.repeat(Math.ceil(40_000 / piece.length));
  const start = performance.now();
  const matches = findMatches(text, SECRET_RULES);
  expect(performance.now() - start).toBeLessThan(400);
  expect(matches.filter(({ start: from, end }) => end - from > MAX_SECRET_LENGTH)).toStrictEqual([]);
});

test('joins and replaces matches', () => {
  const at = (start: number, end: number) => ({ rule: 'r', start, end });
  const merged = mergeMatches([at(1, 3), at(2, 5), at(5, 6), at(8, 9)]);
  expect(merged).toStrictEqual([at(1, 6), at(8, 9)]);
  expect(replaceMatches('0123456789', merged)).toBe('0[REDACTED]67[REDACTED]9');
  expect(replaceMatches('0123456789', merged, 4)).toBe('67[REDACTED]9');
  expect(replaceMatches('01234567', merged)).toBe('0[REDACTED]67');
});
