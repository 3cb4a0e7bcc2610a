import { expect, test } from 'vitest';
import { IS_LONG } from '../../../../tests/long.ts';
import { createResultFilter } from './create-result-filter.ts';
import { ENCODED_KEY, PRIVATE_KEY, PUTTY_KEY, SECRET_EXAMPLES } from '../testing/example-secrets.ts';

/** Some; each of the others is cut everywhere on its own. */
const SECRETS = SECRET_EXAMPLES.filter((_, index) => index % 6 === 0).map(([, secret]) => secret);
const [, AZURE = ''] = SECRET_EXAMPLES.find(([rule]) => rule === 'azure-storage-key') ?? [];
const KNOWN = 'correct horse battery';
const TEXT = [
  ...SECRETS.map((secret, index) => `line ${index}: \u001b[32m${secret}\u001b[0m ok`),
  '{"password":"quite-secret-value"} --password quite-secret-value',
  `Authorization: Bearer quite-secret-value\r\nhttps://me:quite-secret-value@host/ ${KNOWN}`,
  ...PRIVATE_KEY,
  'password:',
  '  quite-secret-value',
  '| token | quite-secret-value |',
  ...PUTTY_KEY,
  `client-key-data: ${ENCODED_KEY.join('')}`,
  '  key: |',
  ...ENCODED_KEY.map((line) => `    ${line}`),
  '- name: DB_PASSWORD',
  '  value: quite-secret-value',
  'password: |',
  '  quite-secret-value',
  `\u001b]0;title\u0007after the key, no line end at ${SECRETS[0]}`,
].join('\n');
const LEAKS = [
  ...SECRETS,
  'quite-secret-value',
  KNOWN,
  ...PRIVATE_KEY.slice(1, -1),
  ...PUTTY_KEY.slice(4),
  ...ENCODED_KEY,
];

const filter = createResultFilter([], { knownSecrets: [KNOWN] });
const WHOLE = filter.filter(TEXT, 'tool');

function stream(pieces: readonly string[]): string {
  const { push, end } = filter.stream();
  return pieces.map(push).join('') + end();
}

test('the whole text is redacted', () => {
  expect(LEAKS.filter((secret) => WHOLE.includes(secret))).toStrictEqual([]);
  expect(WHOLE.match(/\[REDACTED\]/g)?.length).toBe(SECRETS.length + 14);
});

test('no secret slips through, wherever the text is cut in two', () => {
  for (let cut = 0; cut <= TEXT.length; cut += IS_LONG ? 1 : 11) {
    expect(stream([TEXT.slice(0, cut), TEXT.slice(cut)])).toBe(WHOLE);
  }
});

test('releases whole lines at once and holds the unfinished one', () => {
  const { push, end } = filter.stream();
  expect(push('one\ntw')).toBe('one\n');
  expect(push('o')).toBe('');
  expect(end()).toBe('two');
});

test('holds a line that ends in a key for its value', () => {
  const { push, end } = filter.stream();
  expect(push('one\ntoken:\n')).toBe('one\n');
  expect(push('  quite-')).toBe('');
  expect(push('secret-value\ntwo\npassword:\n')).toBe('token:\n  [REDACTED]\ntwo\n');
  expect(end()).toBe('password:\n');
});

test.each([
  ['a wrapped key, then a word', `${ENCODED_KEY.join('\n')}\nnext\n`, '[REDACTED]\nnext\n'],
  ['a key of equal lines, then prose', `${ENCODED_KEY.slice(0, 4).join('\n')}\nand so on\n`, '[REDACTED]\nand so on\n'],
  ['a key on one line, then a word', `a ${ENCODED_KEY.join('')}\nnext\n`, 'a [REDACTED]\nnext\n'],
  ['a key in quotes', `{"k":"${ENCODED_KEY.join('')}","n":1}`, '{"k":"[REDACTED]","n":1}'],
  ['a key without an end', ENCODED_KEY.slice(0, 3).join('\n'), '[REDACTED]'],
  [
    'a certificate',
    'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM1ekND\n',
    'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM1ekND\n',
  ],
])('base64 of a private key, cut anywhere: %s', (_name, text, expected) => {
  for (let cut = 0; cut <= text.length; cut += 1) {
    expect(stream([text.slice(0, cut), text.slice(cut)])).toBe(expected);
  }
  expect(stream([...text])).toBe(expected);
});

test('a line of a key that never ends does not hold the text', () => {
  const { push, end } = createResultFilter([], { maxLength: 1e9 }).stream();
  const line = `${'word '.repeat(6000)}token:\n`;
  expect(push(line).length).toBeGreaterThan(10_000);
  expect(push('value-8-and-more\n')).toContain('token:\n[REDACTED]\n');
  expect(end()).toBe('');
});

test('holds no more than 16 Ki units of a line without end', () => {
  const { push, end } = filter.stream();
  let given = 0;
  let released = 0;
  for (let index = 0; index < 90; index += 1) {
    given += 1000;
    released += push('word '.repeat(200)).length;
    expect(given - released).toBeLessThanOrEqual(16_384);
  }
  expect(released + end().length).toBe(given);
});

const PLANTED: readonly (readonly [string, string, string])[] = [
  ['a token', ` ${SECRETS[0]} `, ' [REDACTED] '],
  ['a key that is found by its end', ` ${AZURE} `, ' [REDACTED] '],
  ['a value in quotes', '"password":"quite-secret-value",', '"password":"[REDACTED]",'],
  ['a private key', `"${PRIVATE_KEY.join('\\n')}"`, '"[REDACTED]"'],
];

test.each(PLANTED)('in a line without end no part of %s slips through', (_name, planted, redacted) => {
  const size = 1000;
  // The first part is released when the 17th piece arrives; it ends 12,288 units before the end of that piece.
  for (const border of [17 * size - 12_288, 17 * size]) {
    for (let start = border - planted.length - 2; start <= border + 2; start += 1 + Math.floor(planted.length / 60)) {
      const before = `${'{"a":1},'.repeat(3000).slice(0, start - 1)},`;
      const after = 'x,'.repeat(2500 + (border < 10_000 ? 6000 : 0));
      const line = before + planted + after;
      const { push, end } = createResultFilter([]).stream();
      const pieces = Array.from({ length: Math.ceil(line.length / size) }, (_, index) =>
        line.slice(index * size, (index + 1) * size),
      );
      expect(pieces.map(push).join('') + end()).toBe(before + redacted + after);
    }
  }
});

/** Texts in which lines are released in parts, with what a part can hide. */
const LONG = [
  ['a key after a long line', `${'x'.repeat(17_000)}${PRIVATE_KEY.join('\n')}\nb`],
  [
    'a key of one long line after a long line',
    `${'x '.repeat(9000)}${PRIVATE_KEY[0]}${'QUJD'.repeat(5000)}${PRIVATE_KEY.at(-1)} y`,
  ],
  ['a key of one long line, never closed', `${PRIVATE_KEY[0]}${'QUJD'.repeat(9000)}\nnext, command\n`],
  [
    'a long line inside of a key',
    `${PRIVATE_KEY.slice(0, 2).join('\n')}\n${'QUJD'.repeat(6000)}\n${PRIVATE_KEY.at(-1)}\nb`,
  ],
  ['a long line after a key', `${PRIVATE_KEY.slice(0, 3).join('\n')}\n${'a, '.repeat(9000)}\nb`],
  ['matches that overlap', 'token=a,token=b,password="c d" https://u:token=e@h '.repeat(900)],
  ['matches that touch', `${'AKIA'.repeat(5001)}\n`],
  ['a key, and its value on the next line', `${'x '.repeat(9000)}password:\nsecret1-secret2\n${'y '.repeat(9000)}`],
  ['many keys without values', 'password:\n'.repeat(3000)],
  ['lookbehind', 'curl -u me:secret1 '.repeat(2000)],
] as const;

test.each(LONG)('the stream is the whole at every split: %s', (_name, text) => {
  const whole = createResultFilter([], { maxLength: 1e9 }).filter(text, 'tool');
  expect(whole).not.toMatch(/QUJDQUJD|MII\d|secret1/);
  for (const size of [997, 1000, 4096, 16_384, 16_385, 33_333]) {
    const { push, end } = createResultFilter([], { maxLength: 1e9 }).stream();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );
    expect(pieces.map(push).join('') + end()).toBe(whole);
  }
});

test('cuts a stream where the whole text would be cut', () => {
  const short = createResultFilter([], { maxLength: 10 });
  const { push, end } = short.stream();
  expect([push('12345\n'), push('6789\n'), push('more\n'), push('x'), end()]).toStrictEqual([
    '12345\n',
    '6789\n[TRUNCATED]',
    '',
    '',
    '',
  ]);
});

test('applies patterns of the caller line by line', () => {
  const { push, end } = createResultFilter([], { redactPatterns: [/^b+$/] }).stream();
  expect(push('aa\nbb\nb') + push('bb') + end()).toBe('aa\n[REDACTED]\n[REDACTED]');
});
