import { AuditLogError } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { problemCode } from '../testing/problem-code.ts';
import { createTestClient } from '../testing/test-client.ts';

async function prepare(count: number) {
  const client = await createTestClient();
  const event = {
    event: 'decision',
    who: 'companion',
    tool: { name: 'demo' },
    command: [],
    argv: [],
    effects: {},
    decision: 'deny',
    reasons: [],
  } as const;
  for (let at = 1; at <= count; at += 1) await client.ports.audit.append({ ...event, call: `c${at}` });
  const list = async (query: string) => {
    const answer = await (await client.send('GET', `/audit${query}`)).json();
    return [answer.entries.length, answer.entries[0]?.seq, answer.more];
  };
  return { ...client, list };
}

test('entries behind a number, at most 500 at a time, and whether there are more', async () => {
  const { list } = await prepare(503);
  expect(await list('')).toStrictEqual([500, 1, true]);
  expect(await list('?after=0')).toStrictEqual([500, 1, true]);
  expect(await list('?after=3')).toStrictEqual([500, 4, false]);
  expect(await list('?after=502')).toStrictEqual([1, 503, false]);
  expect(await list('?after=503')).toStrictEqual([0, undefined, false]);
});

test.each(['?after=-1', '?after=1.5', '?after=1&after=2', `?after=${'9'.repeat(16)}`])(
  '%s is refused',
  async (query) => {
    const { send } = await prepare(0);
    expect(await problemCode(await send('GET', `/audit${query}`))).toBe('400 invalid-request');
  },
);

test('a damaged log is said to be so', async () => {
  const audit = {
    append: async () => undefined,
    read: () => Promise.reject(new AuditLogError('AUDIT_DAMAGED', 'Line 3 is not as it was written.')),
    close: async () => undefined,
  };
  const { send } = await createTestClient({ audit });
  expect(await problemCode(await send('GET', '/audit'))).toBe('500 audit-damaged');
});
