import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createResultFilter } from './create-result-filter.ts';
import { findSecrets } from './find-secrets.ts';
import { SECRET_EXAMPLES } from '../testing/example-secrets.ts';

const SECRETS = SECRET_EXAMPLES.map(([, secret]) => secret);
const [GITHUB = '', , , GITLAB = ''] = SECRETS;

test('says which rule found what, and where', () => {
  expect(findSecrets(`a ${GITHUB} password=hunter2`)).toStrictEqual([
    { rule: 'github-token', start: 2, end: 2 + GITHUB.length },
    { rule: 'secret-by-key', start: GITHUB.length + 12, end: GITHUB.length + 19 },
  ]);
  expect(findSecrets('forgot password reset email')).toStrictEqual([]);
  expect(findSecrets('')).toStrictEqual([]);
});

test('counts in the text as it is, with what a terminal would not show', () => {
  const hidden = `\u001b[31m${GITHUB.slice(0, 9)}\u001b[0m${GITHUB.slice(9, 20)}\u200b${GITHUB.slice(20)}`;
  const text = `\u001b]0;title\u0007é\r\nb\r${hidden}\u001b[0m!`;
  const [match, ...others] = findSecrets(text);
  expect(others).toStrictEqual([]);
  expect(match?.rule).toBe('github-token');
  expect(text.slice(match?.start, match?.end)).toBe(hidden.slice(5));
});

test.each([
  ['a letter as its number', `{"a":"\\u0067${GITHUB.slice(1)}"}`, 'github-token'],
  ['an escaped key', '{"p\\u0061ssword":"hunter2","b":1}', 'secret-by-key'],
  ['an escaped slash', '["https:\\/\\/deploy:hunter2abc@git.example\\/repo"]', 'url-credentials'],
])('an escape that JSON does not need hides nothing: %s', (_what, text, rule) => {
  const [match, ...others] = findSecrets(text);
  expect(others).toStrictEqual([]);
  expect(match?.rule).toBe(rule);
  const cut = `${text.slice(0, match?.start)}[REDACTED]${text.slice(match?.end)}`;
  expect(cut).not.toMatch(/hunter2|hp_/);
  expect(findSecrets(cut)).toStrictEqual([]);
  JSON.parse(cut);
});

test('an escaped backslash begins no escape', () => {
  expect(findSecrets(`{"a":"\\\\u0067${GITHUB.slice(1)}"}`)).toStrictEqual([]);
});

test('stretches that overlap or touch become one, under the first name', () => {
  const text = `token=${GITHUB} x ${GITHUB}${GITLAB}`;
  const found = findSecrets(text);
  expect(found.map(({ start, end }) => text.slice(start, end))).toStrictEqual([GITHUB, GITHUB + GITLAB]);
  expect(findSecrets('https://me:token=abc@h')).toStrictEqual([{ rule: 'url-credentials', start: 11, end: 22 }]);
});

test('takes known values and the variables of tools', () => {
  const authentication = { methods: [{ type: 'token' as const, envVar: 'X_CRED' }] };
  const tool = { atip: '0.4', name: 'x', version: '1', description: 'd', authentication };
  const options = { tools: [tool], knownSecrets: ['correct horse'] };
  expect(findSecrets('X_CRED=abc correct horse', options)).toStrictEqual([
    { rule: 'tool-credential', start: 7, end: 10 },
    { rule: 'known-secret', start: 11, end: 24 },
  ]);
  expect(findSecrets('X_CRED=abc correct horse')).toStrictEqual([]);
});

test('what it finds is what the filter replaces', () => {
  const filter = createResultFilter([], { maxLength: 1e9 });
  const piece = fc.oneof(
    fc.constantFrom(...SECRETS),
    fc.constantFrom('password=', 'token: ', '"', ' ', '\n', '://a:b@', '|', 'é', ',', 'Bearer ', '--token '),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      // Without what is stripped the offsets are those of the filtered text.
      const text = pieces.join('').replace(/[^\n -~é]/g, '');
      let replaced = '';
      let done = 0;
      for (const { start, end } of findSecrets(text)) {
        expect(start).toBeGreaterThanOrEqual(done);
        expect(end).toBeGreaterThan(start);
        replaced += `${text.slice(done, start)}[REDACTED]`;
        done = end;
      }
      expect(replaced + text.slice(done)).toBe(filter.filter(text, 'tool'));
    }),
  );
});

test('more than fit into the arguments of one call are found', () => {
  expect(findSecrets('a:password=b1c2d3e4 '.repeat(150_000))).toHaveLength(150_000);
});
