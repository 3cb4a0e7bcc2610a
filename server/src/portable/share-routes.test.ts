import { compile, selectCommands } from '@atip/core';
import { encodeShare, type ShareState } from '@atip/share';
import { expect, test } from 'vitest';
import { DEMO_TOOL, LEAKED_TOKEN } from '../testing/demo-tool.ts';
import { problemCode } from '../testing/problem-code.ts';
import { createTestPorts, TEST_TOKEN } from '../testing/test-ports.ts';
import { createCompanionApp } from '../companion-app.ts';
import type { ShareStore } from './share-store.ts';

const DOCUMENT = { name: 'demo.json', text: JSON.stringify(DEMO_TOOL, null, 2) };
const STATE: ShareState = { documents: [DOCUMENT], provider: 'openai' };
const ORIGIN = 'http://127.0.0.1:4170';

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function prepare(shares?: ShareStore) {
  const app = createCompanionApp(await createTestPorts(shares && { shares }));
  const send = async (path: string, { body, headers }: Sent = {}): Promise<Response> =>
    app.request(
      new Request(ORIGIN + path, {
        headers: {
          host: '127.0.0.1:4170',
          ...(path.startsWith('/api') && { authorization: `Bearer ${TEST_TOKEN}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
  const store = async (state: ShareState): Promise<string> => {
    const response = await send('/api/v1/shares', { body: { fragment: encodeShare(state) } });
    return (await response.json()).id;
  };
  return { send, store };
}

test('a share has the id of its content, with or without #, however often it is stored', async () => {
  const { send } = await prepare();
  const fragment = '#v1.d.q1ZKUbKKjlZKSc3NV9LLKs7PU7I0rI3VUSpQsjKsBQA';
  const first = await send('/api/v1/shares', { body: { fragment: encodeShare(STATE) } });
  const again = await send('/api/v1/shares', { body: { fragment: encodeShare(STATE).slice(1) } });
  const stored = await first.json();
  expect([first.status, again.status, await again.json()]).toStrictEqual([201, 201, stored]);
  expect(stored).toStrictEqual({ id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/), url: `${ORIGIN}/s/${stored.id}` });
  expect(await (await send(`/api/v1/shares/${stored.id}`)).json()).toStrictEqual({
    id: stored.id,
    fragment: encodeShare(STATE).slice(1),
  });
  expect(await problemCode(await send('/api/v1/shares', { body: { fragment } }))).toBe('400 damaged');
});

test.each([
  ['no link', 'hello', '400 not-a-share-link'],
  ['an address around it', `http://127.0.0.1:4170/${encodeShare(STATE)}`, '400 not-a-share-link'],
  ['markup', '#v1.d.abc"><script>', '400 not-a-share-link'],
  ['a cut link', encodeShare(STATE).slice(0, -4), '400 damaged'],
  ['a version to come', '#v9.d.abcdefgh', '400 unsupported-version'],
  ['too many letters', `#v1.d.${'A'.repeat(1_048_576)}`, '413 share-too-large'],
  ['a bomb', encodeShare({ ...STATE, output: 'x'.repeat(15_000_000) }), '413 share-too-large'],
  ['501 documents', encodeShare({ ...STATE, documents: Array(501).fill(DOCUMENT) }), '413 share-too-large'],
])('what is no share is not stored: %s', async (_name, fragment, problem) => {
  const written: string[] = [];
  const { send } = await prepare({ get: async () => undefined, put: async (id) => void written.push(id) });
  expect(await problemCode(await send('/api/v1/shares', { body: { fragment } }))).toBe(problem);
  expect(written).toStrictEqual([]);
});

test.each([
  ['documents[0].text, line 2', { documents: [{ name: 'x', text: `{\n"description": "${LEAKED_TOKEN}"}` }] }],
  ['documents[1].name, line 1', { documents: [DOCUMENT, { name: LEAKED_TOKEN, text: '' }] }],
  ['call, line 4', { call: { name: 'demo_say', arguments: { text: LEAKED_TOKEN } } }],
  ['response, line 1', { response: LEAKED_TOKEN }],
  ['output, line 3', { output: `\n\n${LEAKED_TOKEN}` }],
  ['policy, line 2', { policy: { note: LEAKED_TOKEN } }],
  ['filter, line 3', { filter: { commands: [LEAKED_TOKEN] } }],
])('what looks like a secret is not stored, and is said without it: %s', async (place, part) => {
  const written: string[] = [];
  const { send } = await prepare({ get: async () => undefined, put: async (id) => void written.push(id) });
  const response = await send('/api/v1/shares', { body: { fragment: encodeShare({ ...STATE, ...part }) } });
  const { status, code, detail } = await response.json();
  expect([status, code, written]).toStrictEqual([422, 'secret-found', []]);
  expect(detail).toContain(` in ${place}`);
  expect(detail).not.toContain(LEAKED_TOKEN.slice(4));
});

test('as many secrets as fit are found in a moment, and five are named', async () => {
  const { send } = await prepare();
  const fragment = encodeShare({ ...STATE, output: `${LEAKED_TOKEN}\n`.repeat(80_000) });
  const { detail } = await (await send('/api/v1/shares', { body: { fragment } })).json();
  expect(detail).toMatch(/ in output, line 5, and 79995 more\. Take it out, and share again\.$/);
});

test('a large part that is deep is stored, unless there is a secret in it', async () => {
  const { send } = await prepare();
  const post = async (leaf: unknown) => {
    let policy: Record<string, unknown> = { list: Array(100_000).fill(1), leaf };
    for (let depth = 0; depth < 90; depth += 1) policy = { policy };
    return send('/api/v1/shares', { body: { fragment: encodeShare({ ...STATE, policy }) } });
  };
  expect((await post('x')).status).toBe(201);
  expect((await (await post(LEAKED_TOKEN)).json()).detail).toContain(' in policy, line 1.');
});

test('a link of a share opens the page with it', async () => {
  const { send, store } = await prepare();
  const response = await send(`/s/${await store(STATE)}`);
  expect([response.status, response.headers.get('location')]).toStrictEqual([302, `/${encodeShare(STATE)}`]);
});

test('one that is too long for a header opens it by a page without a script', async () => {
  const { send, store } = await prepare();
  // Digits without a pattern, which do not compress.
  const output = Array.from({ length: 3000 }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 0).join(' ');
  const state = { ...STATE, output };
  const fragment = encodeShare(state);
  expect(fragment.length).toBeGreaterThan(8000);
  const response = await send(`/s/${await store(state)}`);
  const page = await response.text();
  expect(page).toContain(`content="0;url=/${fragment}"`);
  expect(page).toContain(`<a href="/${fragment}">`);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test.each(['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'bedrock'] as const)(
  'the compiled output itself, for %s',
  async (provider) => {
    const { send, store } = await prepare();
    const filter = { commands: ['say', 'wipe'] };
    const id = await store({ documents: [DOCUMENT], provider: 'mcp', strict: true, filter });
    const response = await send(`/s/${id}/${provider}.json`);
    const expected = compile([selectCommands(DEMO_TOOL, filter)], provider, { strict: true }).tools;
    expect(await response.json()).toStrictEqual(JSON.parse(JSON.stringify(expected)));
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('application/json');
  },
);

test('whoever has the bytes is told so', async () => {
  const { send, store } = await prepare();
  const path = `/s/${await store(STATE)}/openai.json`;
  const etag = (await send(path)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
  for (const header of [etag, `"x", W/${etag}`, '*']) {
    const response = await send(path, { headers: { 'if-none-match': header } });
    expect([response.status, await response.text(), response.headers.get('etag')]).toStrictEqual([304, '', etag]);
  }
  expect((await send(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
});

test.each([
  ['/api/v1/shares/AAAAAAAAAAAAAAAAAAAAAA', '404 unknown-share'],
  ['/api/v1/shares/..%2f..%2fetc', '404 unknown-share'],
  ['/s/AAAAAAAAAAAAAAAAAAAAAA', '404 unknown-share'],
  ['/s/AAAAAAAAAAAAAAAAAAAAAA/openai.json', '404 unknown-share'],
  ['/s/%2e%2e%2fsecret', '404 unknown-share'],
])('%s: %s', async (path, problem) => {
  const { send } = await prepare();
  expect(await problemCode(await send(path))).toBe(problem);
});

test('what cannot be compiled, and a provider that there is not, say so', async () => {
  const { send, store } = await prepare();
  const id = await store(STATE);
  const broken = await store({ ...STATE, documents: [{ name: 'x', text: '{' }] });
  const unknown = await store({ ...STATE, filter: { commands: ['sing'] } });
  expect(await problemCode(await send(`/s/${id}/other.json`))).toBe('404 unknown-provider');
  expect(await problemCode(await send(`/s/${id}/openai`))).toBe('404 unknown-provider');
  expect(await problemCode(await send(`/s/${broken}/openai.json`))).toBe('422 invalid-metadata');
  expect(await problemCode(await send(`/s/${unknown}/openai.json`))).toBe('422 compile-failed');
});

test('a share that is not what was stored is not served', async () => {
  for (const fragment of [encodeShare(STATE).slice(1), '"><script>']) {
    const { send } = await prepare({ get: async () => fragment, put: async () => undefined });
    expect(await problemCode(await send('/s/AAAAAAAAAAAAAAAAAAAAAA'))).toBe('500 share-damaged');
  }
});
