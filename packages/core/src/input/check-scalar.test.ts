import { expect, test } from 'vitest';
import { checkScalar, problemWithText } from './check-scalar.ts';

test.each([
  'https://example.org/a?b=-c#-d',
  'http://[::1]:80/',
  'fe80::1',
  '2001:db8::1',
  '::1',
  'ssh://git@example.org/a-b.git',
  'git@example.org:-a/b.git',
  'example.org/@scope/-x',
  'mailto:a@b-c.org',
  'a://b/c@-d',
])('%s is an address', (text) => {
  expect(checkScalar(text, 'string', 'url')).toStrictEqual({ ok: true, value: text });
});

test.each([
  'ext::sh -c touch% pwned'.replaceAll(' ', '%20'),
  'EXT::sh',
  'a+b.c-d::x',
  'ssh://-oProxyCommand=touch%20pwned/x',
  'ssh://-oProxyCommand=x@host/',
  'ssh://user@-oProxyCommand=x/',
  'ssh://a@b@-oProxyCommand=x/',
  'ssh://%2doProxyCommand=x/',
  '-oProxyCommand=x@host:path',
  'user@-oProxyCommand=x:path',
  '--upload-pack=x',
  '-',
])('%s is an order', (text) => {
  expect(checkScalar(text, 'string', 'url')).toStrictEqual({
    ok: false,
    code: 'INVALID_FORMAT',
    problem: 'is no URL but an option or a command',
  });
});

test('digits without end are no number, and found to be none at once', () => {
  const digits = '1'.repeat(300_000);
  for (const text of [digits, `${digits}x`, `1.${digits}x`, `1e${digits}x`])
    expect(checkScalar(text, 'number', 'number')).toMatchObject({ ok: false, code: 'INVALID_TYPE' });
});

test('only where an address is expected', () => {
  expect(checkScalar('ext::sh', 'string', 'string').ok).toBe(true);
});

test.each(['x@', '-', 'a.', 'a://', ':', '%2', 'f:'])('a long run of %j is looked at once', (piece) => {
  // Squared, 32 Ki characters take seconds and the test past its time limit.
  const text = `a${piece.repeat(32_000 / piece.length)}`;
  for (let round = 0; round < 200; round++) expect(checkScalar(text, 'string', 'url').ok).toBe(true);
});

test.each([
  ['a\nb\tc', undefined],
  ['a\rb', 'contains the control character U+000D'],
  ['\u007f', 'contains the control character U+007F'],
  ['\u009b31m', 'contains the control character U+009B'],
  ['\udc00', 'contains half of a surrogate pair, which is not valid Unicode'],
  ['x'.repeat(32_768), undefined],
])('text %#', (text, problem) => {
  expect(problemWithText(text)).toBe(problem);
});
