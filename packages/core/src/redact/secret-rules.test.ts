import { SECRET_EXAMPLES } from '../testing/example-secrets.ts';
import type { SecretMatch } from '../types/redaction.ts';
import { createResultFilter } from './create-result-filter.ts';
import { createKeywordIndex, createMatchFinder, MAX_SECRET_LENGTH } from './match-finder.ts';
import { PREFIX_RULES } from './prefix-rules.ts';
import { builtInRules, SECRET_RULES } from './secret-rules.ts';
import { expect, test } from 'vitest';

function find(text: string): SecretMatch[] {
  return createMatchFinder([builtInRules()]).find(text, text.length);
}

test.each(SECRET_EXAMPLES)(
  '%s is found by the rule of that name, and what is almost one is not',
  (name, secret, nearMiss) => {
    const found = find(`x ${secret} x`).find(({ rule }) => rule === name);
    const start = 2 + (secret.startsWith('eth.') ? 4 : 0);
    expect(found).toStrictEqual({ rule: name, start, end: 2 + secret.length });
    expect(find(`x ${nearMiss} x`)).toStrictEqual([]);
  },
);

test('every rule that goes by a form has an example, and there are 120 or more', () => {
  const shown = new Set(SECRET_EXAMPLES.map(([rule]) => rule));
  const names = PREFIX_RULES.map(({ name }) => name).filter((name) => name !== 'okta-token');
  expect(names.filter((name) => !shown.has(name))).toStrictEqual([]);
  expect(shown.size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(120);
});

test('rule names are unique', () => {
  expect(new Set(SECRET_RULES.map(({ name }) => name)).size).toBe(SECRET_RULES.length);
});

test('a header of Okta keeps its scheme', () => {
  expect(find(`a SSWS 00${'a1B2c3D4'.repeat(5)}`)).toStrictEqual([{ rule: 'okta-token', start: 7, end: 49 }]);
});

/** Each is a start of many matches that come to nothing, or of very long ones. */
const ADVERSARIAL = [
  'eyJ',
  'eyJaaaaaaaa.',
  'eyJaaaaaaaa.eyJ',
  '://',
  'a://a:',
  'a://a:b@',
  'a://a:b/',
  'https://user:pass',
  'password',
  'password=',
  'password:\n',
  'password:\n ',
  '"password":"',
  '| password ',
  '|password',
  '| password | x ',
  'token=a,',
  'token a1',
  'secret ',
  'password is ',
  '--',
  '--token ',
  'Bearer ',
  'Bearer aaaaaaa',
  'Authorization: ',
  'Cookie: ',
  'Cookie: a=',
  "'Cookie: a",
  'X-Amz-Signature=',
  '&sig=',
  '"auth": "',
  'login ',
  'login a password ',
  'machine a login ',
  'curl ',
  'curl -u ',
  ' -u a:',
  'mysql ',
  'mysql -',
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
  '<password>',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN A',
  'PuTTY-User-Key-File-',
  'AAAA',
  'LS0tLS1CRUdJTiB',
  'name: token\n',
  'name: token, value: ',
  'ENV token ',
  'token for a: ',
  'token for a',
  'token a[',
  'token: a.',
  'token=a(',
  'token=aB',
  'token=await ',
  'token=${',
  '"token: "',
  'token%3D',
  'token%253Da%20',
  'token&quot;:&quot;',
  "('token', '",
  '<token>',
  '<a.b:token ',
  "IDENTIFIED BY '",
  'WITH PASSWORD ',
  'Authorization%3A%20',
  'redis-cli ',
  'openssl -k ',
  ' secret --from-literal=k=',
  'set requirepass ',
  'docker login ',
  'ldapsearch -w ',
  'live_',
  'acme_live_',
  '_eyJ',
  'eyJ_',
  '$6$a$',
  '$y$a$',
  'pbkdf2_sha256$1$',
  '2/11111111111111/',
  'Basic aA',
  '0a',
  '",',
  'é',
  '密',
];
/** The beginnings of each form, and of what stands before its literal part. */
const OWN_PREFIXES = [
  ...new Set(SECRET_EXAMPLES.flatMap(([, secret]) => [4, 8, 12].map((end) => secret.slice(0, end)))),
];
const SINGLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(index + 32));

function milliseconds(piece: string, length: number): number {
  const text = piece.repeat(Math.ceil(length / piece.length));
  const start = performance.now();
  const matches = find(text);
  const time = performance.now() - start;
  expect(matches.filter(({ start: from, end }) => end - from > MAX_SECRET_LENGTH)).toStrictEqual([]);
  return time;
}

test.each([...ADVERSARIAL, ...OWN_PREFIXES, ...SINGLE])('%j repeated: 5 KB in milliseconds', (piece) => {
  // The best of some: the machine may be doing other things. Quadratic growth takes some hundred times as long.
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 40 && best >= 20; round += 1) {
    best = Math.min(best, milliseconds(piece, 5000));
  }
  expect(best).toBeLessThan(20);
});

test('finds what every rule finds when it is tried at every place', () => {
  const text = [...SECRET_EXAMPLES.map(([, secret]) => secret), ...ADVERSARIAL, ...OWN_PREFIXES].join(' x ');
  const everywhere = SECRET_RULES.flatMap(({ name, pattern, unless }) =>
    Array.from(text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('y', '')}g`)))
      .filter(() => unless === undefined)
      .map(({ index, 0: found }) => [name, index + found.length] as const),
  );
  expect(everywhere.length).toBeGreaterThan(140);
  const found = new Set(find(text).map(({ rule, end }) => `${rule} ${end}`));
  expect(everywhere.filter(([name, end]) => !found.has(`${name} ${end}`))).toStrictEqual([]);
});

test('a keyword is found at any distance from the start, and after any character', () => {
  const before = [...' "\n=é', ...Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x4e00 + index))];
  for (const [name, secret] of SECRET_EXAMPLES) {
    for (const [distance, character] of before.entries()) {
      const text = character.repeat(distance % 5) + secret;
      expect(find(text).filter(({ rule, end }) => rule === name && end === text.length)).toHaveLength(1);
    }
  }
});

test('refuses a rule whose matches can be shorter than a keyword', () => {
  expect(() => createKeywordIndex([{ name: 'short', pattern: /abc?d?/y }])).toThrow(RangeError);
});

const WRAPPED = SECRET_EXAMPLES.flatMap(([name, secret]) => {
  const usual = { 'github-token': 40, 'gitlab-token': 26, 'npm-token': 40, 'aws-access-key-id': 20 }[name];
  return usual === undefined ? [] : [secret.slice(0, secret.startsWith('gl') ? secret.indexOf('-') + 21 : usual)];
});

test.each(WRAPPED)('a token that a terminal broke over two lines is found whatever comes after it: %s', (token) => {
  const filter = createResultFilter([]);
  for (const columns of [60, 72, 76, 80]) {
    for (const after of ['', '.', ',', '"', ')', '.\n', '\n', '\nnext', ' and more', '. Then\n']) {
      for (let first = 7; first < token.length; first += 3) {
        const before = 'a'.repeat(columns - first - 1);
        const text = `${before} ${token.slice(0, first)}\n${token.slice(first)}${after}`;
        expect(filter.filter(text, 'tool')).toBe(`${before} [REDACTED]${after}`);
      }
    }
  }
});
