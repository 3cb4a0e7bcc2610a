import { expect, test } from 'vitest';
import { mapToCommand } from '../commands/commands-by-name.ts';
import { toolWith } from '../testing/documents.ts';
import { validateToolCall } from './validate-tool-call.ts';
import { addressProblem, checkScalar, problemWithText } from './check-scalar.ts';

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
    problem: 'is not a URL but an option or a command',
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

const HTTP = ['https', 'http'];

test.each<[string, unknown?]>([
  ['https://example.org/a?b=-c#-d'],
  ['fe80::1'],
  ['::1'],
  ['ssh://git@example.org/a-b.git'],
  ['git@example.org:-a/b.git'],
  ['mailto:a@b-c.org'],
  ['http://[::1]:80/', undefined],
  ['http://user@[2001:db8::1]/', undefined],
  ['http://[fe80::1%25eth0]/', undefined],
  ['git@[::1]:a/b.git', undefined],
  ['[::1]:80', undefined],
  ['https://example.org/a?b%5B%5D=%7Bc%7D', undefined],
  ["https://example.org/~a/b_(c)*d'e;f,g=h&i=$j!k", undefined],
  ['https://example.org/é', undefined],
  ['gopher://example.org/', undefined],
  ['example.org:8080/file:x', undefined],
  ['profile:x', undefined],
  ['../repository', undefined],
  ['localhost:8080/x', undefined],
  ['localhost', undefined],
  ['data:text/html,x', ['data']],
  ['s3://bucket/key', undefined],
  ['urn:isbn:0451450523', undefined],
  ['https://example.org/', HTTP],
  ['HTTPS://example.org/', HTTP],
  ['https://example.org/', ['HTTPS']],
  ['file:///repository', ['file']],
  ['https://example.org/', [5, 'https']],
])('%s with schemes %j is an address', (text, schemes) => {
  expect(addressProblem(text, schemes)).toBeUndefined();
});

const FILE = 'is a file of this machine, where an address is expected';
const WEB = 'must begin with https: or http:';
const HOSTLESS = 'is not a URL: it names no host behind its scheme, as in https://example.org/';
const UNREADABLE = 'cannot be checked: "x-schemes" of its document lists no scheme';

test.each<[string, unknown, string]>([
  ['file:///etc/passwd', undefined, FILE],
  ['FILE:/etc/passwd', undefined, FILE],
  ['file:x', undefined, FILE],
  ['git+file:///repository', undefined, FILE],
  ['view-source:file:///etc/passwd', undefined, FILE],
  ['file:///etc/passwd', HTTP, WEB],
  ['gopher://example.org/_x', HTTP, WEB],
  ['example.org', HTTP, WEB],
  ['example.org:80/', HTTP, WEB],
  ['https', HTTP, WEB],
  ['httpsx://example.org', HTTP, WEB],
  ['//example.org', HTTP, WEB],
  ['https://example.org/', [], UNREADABLE],
  ['https://example.org/', 'https', UNREADABLE],
  ['https://example.org/', null, UNREADABLE],
  ['notaurl', undefined, 'is not a URL: it has no scheme, as in https://example.org/'],
  ['javascript:alert(1)', undefined, 'is code or data of its own, and no address: javascript:'],
  ['JavaScript:alert(1)', undefined, 'is code or data of its own, and no address: javascript:'],
  ['data:text/html,x', undefined, 'is code or data of its own, and no address: data:'],
  ['https:///x', undefined, HOSTLESS],
  ['https://', undefined, HOSTLESS],
  ['http:x', undefined, HOSTLESS],
  ['ssh://git@/x', undefined, HOSTLESS],
  ['ws://:80/', undefined, HOSTLESS],
  ['https://example.org/[1-9]', undefined, 'is not a URL: "[" is written %5B there'],
  ['https://example.org/a]', undefined, 'is not a URL: "]" is written %5D there'],
  ['https://example.org/{a,b}', undefined, 'is not a URL: "{" is written %7B there'],
  ['https://example.org/a}', undefined, 'is not a URL: "}" is written %7D there'],
  ['https://[1-9].example.org/', undefined, 'is not a URL: "[" is written %5B there'],
  ['https://[::1]/[1-9]', undefined, 'is not a URL: "[" is written %5B there'],
  ['https://example.org\\@other.example/', undefined, 'is not a URL: "\\" is written %5C there'],
  ['https://example.org/"x', undefined, 'is not a URL: """ is written %22 there'],
  ['https://example.org/|', undefined, 'is not a URL: "|" is written %7C there'],
  ['ext::./run', ['ext'], 'is not a URL but an option or a command'],
])('%s with schemes %j is none', (text, schemes, problem) => {
  expect(addressProblem(text, schemes)).toBe(problem);
});

test('the schemes of the document are those that a call is held against, for every item of a list', () => {
  const declared = { name: 'urls', type: 'url' as const, variadic: true, description: '', 'x-schemes': HTTP };
  const mapping = mapToCommand('tool_x', [toolWith({ x: { description: 'X', arguments: [declared] } })]);
  const errorsOf = (urls: unknown): unknown =>
    validateToolCall({ id: '1', name: 'tool_x', arguments: { urls } }, mapping).errors;
  expect(errorsOf(['https://example.org/'])).toStrictEqual([]);
  expect(errorsOf(['https://example.org/', 'ftp://example.org/'])).toStrictEqual([
    { code: 'INVALID_FORMAT', message: `"urls" item 2 ${WEB}.`, parameter: 'urls' },
  ]);
});

test.each(['x@', '-', 'a.', 'a://', ':', '%2', 'f:', '[', '[:', 'a[', 'x@[::1]', '{', '.+', '.+file', ':fil', 'fil:+'])(
  'a long run of %j is looked at once',
  (piece) => {
    // Squared, 32 Ki characters take seconds and the test past its time limit.
    const text = `a${piece.repeat(Math.floor(32_000 / piece.length))}`;
    for (let round = 0; round < 200; round++) expect(() => addressProblem(text, undefined)).not.toThrow();
  },
);
