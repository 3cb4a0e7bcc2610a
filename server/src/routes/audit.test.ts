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
  expect(await list('?last=100')).toStrictEqual([100, 404, false]);
  expect(await list('?last=100&after=500')).toStrictEqual([3, 501, false]);
});

test.each(['?after=-1', '?after=1.5', '?after=1&after=2', `?after=${'9'.repeat(16)}`, '?last=0', '?last=501'])(
  '%s is refused',
  async (query) => {
    const { send } = await prepare(0);
    expect(await problemCode(await send('GET', `/audit${query}`))).toBe('400 invalid-request');
  },
);

test('a damaged log is said to be so', async () => {
  const { ports } = await createTestClient();
  const damaged = () => Promise.reject(new AuditLogError('AUDIT_DAMAGED', 'Line 3 is not as it was written.'));
  const { send } = await createTestClient({ audit: { ...ports.audit, read: damaged, last: damaged } });
  for (const query of ['', '?last=5'])
    expect(await problemCode(await send('GET', `/audit${query}`))).toBe('500 audit-damaged');
});

test('whether the record is as it was written is said with the first problem', async () => {
  const { ports, send } = await createTestClient();
  expect(await (await send('GET', '/audit/verify')).json()).toStrictEqual({ ok: true, entries: 0 });
  const problems = [{ file: '/audit.jsonl', line: 3, code: 'changed', message: 'Changed.' }] as const;
  const verify = async () => ({ ok: false, entries: 2, files: 1, problems, unfinished: 0 });
  const damaged = await createTestClient({ audit: { ...ports.audit, verify } });
  const answer = { ok: false, entries: 2, problem: '/audit.jsonl:3: Changed.' };
  expect(await (await damaged.send('GET', '/audit/verify')).json()).toStrictEqual(answer);
});
