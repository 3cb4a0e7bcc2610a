import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { LEAKED_TOKEN } from '../testing/demo-tool.ts';
import { createShareClient, DOCUMENT, STATE } from '../testing/share-client.ts';

test.each([
  ['documents[0].text, line 2', { documents: [{ name: 'x', text: `{\n"description": "${LEAKED_TOKEN}"}` }] }],
  ['documents[1].name, line 1', { documents: [DOCUMENT, { name: LEAKED_TOKEN, text: '' }] }],
  ['call, line 4', { call: { name: 'demo_say', arguments: { text: LEAKED_TOKEN } } }],
  ['response, line 1', { response: LEAKED_TOKEN }],
  ['output, line 3', { output: `\n\n${LEAKED_TOKEN}` }],
  ['policy, line 2', { policy: { note: LEAKED_TOKEN } }],
  ['filter, line 3', { filter: { commands: [LEAKED_TOKEN] } }],
])('what looks like a secret is not stored, and is said without it: %s', async (place, part) => {
  const { send, kept } = await createShareClient();
  const response = await send('/api/v1/shares', { body: { fragment: encodeShare({ ...STATE, ...part }) } });
  const { status, code, detail } = await response.json();
  expect([status, code, kept.size]).toStrictEqual([422, 'secret-found', 0]);
  expect(detail).toContain(` in ${place}`);
  expect(detail).not.toContain(LEAKED_TOKEN.slice(4));
});

test.each([
  ['a letter as its number', LEAKED_TOKEN.replace('p', '\\u0070')],
  ['an escaped slash', 'https:\\/\\/deploy:hunter2abc@git.example\\/repo'],
])('an escape of JSON hides no secret, which the compiled output would show: %s', async (_what, written) => {
  const { send, kept } = await createShareClient();
  const documents = [{ name: 'x', text: `{\n"description": "${written}"}` }];
  const response = await send('/api/v1/shares', { body: { fragment: encodeShare({ ...STATE, documents }) } });
  const { code, detail } = await response.json();
  expect([code, kept.size]).toStrictEqual(['secret-found', 0]);
  expect(detail).toContain(' in documents[0].text, line 2');
});

test('an escaped backslash begins no escape', async () => {
  const { send } = await createShareClient();
  const documents = [{ name: 'x', text: `{"description": "${LEAKED_TOKEN.replace('p', '\\\\u0070')}"}` }];
  const response = await send('/api/v1/shares', { body: { fragment: encodeShare({ ...STATE, documents }) } });
  expect(response.status).toBe(201);
});

test('as many secrets as fit are found in a moment, and five are named', async () => {
  const { send } = await createShareClient();
  const fragment = encodeShare({ ...STATE, output: `${LEAKED_TOKEN}\n`.repeat(80_000) });
  const { detail } = await (await send('/api/v1/shares', { body: { fragment } })).json();
  expect(detail).toMatch(/ in output, line 5, and 79995 more\. Take it out, and share again\.$/);
});

test('a large part that is deep is stored, unless there is a secret in it', async () => {
  const { send } = await createShareClient();
  const post = async (leaf: unknown) => {
    let policy: Record<string, unknown> = { list: Array(100_000).fill(1), leaf };
    for (let depth = 0; depth < 90; depth += 1) policy = { policy };
    return send('/api/v1/shares', { body: { fragment: encodeShare({ ...STATE, policy }) } });
  };
  expect((await post('x')).status).toBe(201);
  expect((await (await post(LEAKED_TOKEN)).json()).detail).toContain(' in policy, line 1.');
});
