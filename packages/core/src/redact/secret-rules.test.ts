import { expect, test } from 'vitest';
import { findMatches } from './find-matches.ts';
import { MAX_SECRET_LENGTH } from './secret-rule.ts';
import { SECRET_RULES } from './secret-rules.ts';
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

/** What each rule's match begins with, and its middle. */
const OWN_PREFIXES = [
  'Cookie: ',
  'Cookie: a=',
  "'Cookie: a",
  'X-Amz-Signature=',
  '&sig=',
  '"auth": "',
  'login ',
  'login a password ',
  'machine a login ',
  'curl -u ',
  ' -u a:',
  'mysql ',
  ' -p',
  'sshpass -p ',
  'pass: ',
  'pw=',
  '_auth=',
  'PWD=',
  'key="password" ',
  'key="',
  'h:5432:a:b:',
  ':5432:',
  '\n:5432:',
  '://a:b@',
  '://a:b/',
  'Bearer aaaaaaa',
  'token a1',
  'secret ',
  'password is ',
];

test.each(OWN_PREFIXES)('%j repeated: 5 KB in milliseconds, 1 MB in a bounded time', (piece) => {
  const timed = (length: number): number => {
    const text = piece.repeat(Math.ceil(length / piece.length));
    const start = performance.now();
    findMatches(text, SECRET_RULES);
    return performance.now() - start;
  };
  // The best of some: the machine may be doing other things.
  expect(Math.min(...Array.from({ length: 20 }, () => timed(5000)))).toBeLessThan(5);
  expect(timed(1_000_000)).toBeLessThan(3000);
});

test('a text searched in steps gives the matches of the whole', () => {
  const text = 'a token=b,token=c password="d e" Authorization: Bearer token=f https://u:p@h\n'.repeat(5);
  const whole = findMatches(text, SECRET_RULES);
  expect(whole.length).toBeGreaterThan(20);
  for (const size of [1, 7, 80]) {
    const searchFrom: number[] = [];
    const stepped = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      findMatches(text, SECRET_RULES, searchFrom, Math.min(text.length, (index + 1) * size)),
    ).flat();
    expect(stepped.sort((one, other) => one.start - other.start || other.end - one.end)).toStrictEqual(whole);
  }
});
