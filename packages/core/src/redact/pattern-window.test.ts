import { expect, test } from 'vitest';
import { AtipError } from '../errors/atip-error.ts';
import { patternShape } from './pattern-shape.ts';
import { patternWindow } from './pattern-window.ts';

const ENDLESS = [
  /(a+)+$/,
  /(a*)*$/,
  /(a+)*b/,
  /(?:a+){2,}b/,
  /(a|a)*$/,
  /(a|ab)*$/,
  /(?:a|b|ab)+$/,
  /(.*)*x/,
  /(\w+\s?)*$/,
  /(?:\s*\w+\s*)*;/,
  /([a-zA-Z]+)*\d/,
  /^(([a-z])+.)+[A-Z]([a-z])+$/,
  /(x+x+)+y/,
  /(?:[^"\\]+|\\.)*"/,
  /(a?){40}a{40}/,
  /(?:a?b?)*c/,
  /(a{1,30}){1,30}b/,
  /(?:(a*)\1)+b/,
  /(a*)*\b/u,
  /(?:\p{L}+)+$/u,
  /(?:я|я)*x/,
  /(?:\p{Script=Thai}|\p{Script=Thai})*x/u,
  /(?:[а-я]+)+x/,
  /(?:\u0430|[\u0430-\u044f])*x/,
  /(?:\x61|a)*x/,
  /(?:A|a)*x/i,
  /(?=(a+)+$)b/,
  /(?<!(a+)+$)b/,
  /(?<name>a+)+b\k<name>/,
  /[\s\S]*[\s\S]*[\s\S]*x/,
  /.*.*.*x/,
  /a.*b.*c.*d/,
  /\s*\s*\s*$/,
  /.{0,200}x.{0,200}y/,
  /(?:a{0,20}){1,6}b/,
  // Both figures are finite and their quotient is not.
  /(?:a+(?:a*){1,3}|b){0,25}x/,
  /(?:(?=.*a.*b).)*/,
  /a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa$/,
  new RegExp(`${'('.repeat(200)}a${')'.repeat(200)}`),
  new RegExp('a'.repeat(20_000)),
  new RegExp(`(?:${Array.from({ length: 400 }, (_, index) => `[a-z]?${index}`).join('|')})*`),
];

test.each(ENDLESS)('refuses %s', (pattern) => {
  let error: unknown;
  try {
    patternWindow(pattern);
  } catch (caught) {
    error = caught;
  }
  expect(AtipError.isInstance(error) && error.code).toBe('INVALID_PATTERN');
  expect(String(error).length).toBeLessThan(400);
});

test.each([
  /abc/,
  /\d{3}-\d{2}-\d{4}/,
  /internal-\d+/g,
  /a+/,
  /^b+$/,
  /x*/,
  /(?:)/,
  /[\w.%+-]+@[\w.-]+\.[A-Za-z]{2,}/,
  /(?:\d{1,3}\.){3}\d{1,3}/,
  /\+?\d{1,3}?[-. ]?\(?\d{1,4}\)?[-. ]?\d{1,4}[-. ]?\d{1,9}/,
  /"(?:[^"\\]|\\.)*"/,
  /(?:[0-9a-f]{2}:){5}[0-9a-f]{2}/i,
  /(?:[0-9a-f]{4}){8,16}/,
  /(?:[A-Z][a-z]+)+/,
  /(?:cat|dog|bird)+/,
  /(?:(?!END).)*END/s,
  /^(?=.*\d)(?=.*[a-z]).{8,80}$/,
  /(?<=a+)b/,
  /-----BEGIN[\s\S]*?-----END/,
  /token\s*[:=]\s*\S+/i,
  /(?<key>\w+)=\k<key>/,
  /\bhttps?:\/\/[^\s"']+/,
  /foo|bar|baz/,
  /[\]\\^-]+/,
  // The compiler's target does not know the flag yet.
  ...['v'].map((flag) => new RegExp('[[a]&&[b]]+', flag)),
  /😀+/u,
  /(?:a|b)*c/,
  /\u{1f600}\cA\0\x41\u0041\p{L}/u,
  /{a}/,
  /a{,5}/,
])('takes %s', (pattern) => {
  expect(patternWindow(pattern)).toBe(8192);
});

test.each([
  /a.*b.*c/,
  /\s*\w*\s*\w*$/,
  /.{0,80}x.{0,80}y/,
  /a*(?=.*b)c/,
  /(?<=(?!\w+)[ab]{2,})c/,
  /(\w+)\W*\1/,
  /(?:\w+,)*\w+;/,
])('lets see %s less of a text at once', (pattern) => {
  expect(patternWindow(pattern)).toBe(512);
});

test('flags that hold for a group alone are reckoned with', () => {
  expect(patternShape('(?i:a|A)*x', '').ways).toBe(Number.POSITIVE_INFINITY);
  expect(patternShape('(?s-i:.)*', '', undefined, 100).ways).toBe(100);
});
