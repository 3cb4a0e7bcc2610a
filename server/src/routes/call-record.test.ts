import { expect, test } from 'vitest';
import type { AuditTrail } from '../ports.ts';
import { problemCode } from '../testing/problem-code.ts';
import { readEvents } from '../testing/read-events.ts';
import { createTestClient } from '../testing/test-client.ts';
import { TEST_OUTCOME, type TestOverrides } from '../testing/test-ports.ts';

const HASH = `sha256:${'0'.repeat(64)}`;
const TOOL = { name: 'demo', path: '/real/demo', hash: HASH };

/** A log that fails from the nth event on, counted from 0. */
function failing(from: number): AuditTrail {
  let events = 0;
  return {
    append: async () => {
      events += 1;
      if (events > from) throw new Error('ENOSPC: no space left on the device');
    },
    read: async () => [],
    close: async () => undefined,
  };
}

async function prepare(overrides: TestOverrides = {}) {
  const { ports, send } = await createTestClient(overrides);
  const call = (name: string, args: object = {}, more: object = {}) =>
    send('POST', '/calls', { call: { id: 'same', name, arguments: args }, ...more });
  const decide = (id: string, approve: boolean, hash: string) =>
    send('POST', `/calls/${id}/decision`, { approve, hash });
  const ask = async () => {
    const events = readEvents(await call('demo_wipe'));
    await events.next('accepted');
    return { events, question: await events.next('confirmation-required') };
  };
  const summary = () =>
    ports.recorded.map((event) =>
      event.event === 'decision'
        ? [event.call, event.decision, event.approved, event.problems?.[0] ?? event.reasons.at(-1)]
        : [event.call, event.exitCode, event.error],
    );
  return { ports, send, call, decide, ask, summary };
}

test('a call is on record before it runs, and how it ended after', async () => {
  const before: string[] = [];
  const { ports, call } = await prepare({
    machine: {
      run: async () => {
        before.push(...ports.recorded.map(({ event }) => event));
        return { ...TEST_OUTCOME, duration: 7, timedOut: true, bytes: { stdout: 3, stderr: 4 } };
      },
    },
  });
  await (await call('demo_say', { text: 'hi' })).text();
  expect(before).toStrictEqual(['decision']);
  expect(ports.recorded).toMatchObject([
    {
      event: 'decision',
      call: 'call-1',
      who: 'companion',
      tool: TOOL,
      command: ['say'],
      argv: ['demo', 'say', 'hi'],
      effects: { destructive: false },
      decision: 'allow',
      reasons: [],
    },
    {
      event: 'execution',
      call: 'call-1',
      who: 'companion',
      tool: TOOL,
      argv: ['demo', 'say', 'hi'],
      sandbox: { applied: true },
      exitCode: 0,
      duration: 7,
      bytes: { stdout: 3, stderr: 4 },
      timedOut: true,
      truncated: false,
    },
  ]);
  expect(ports.recorded[0]).not.toHaveProperty('approved');
});

test.each([
  [true, [['call-1', 0, undefined]]],
  [false, []],
])('the answer of a person is on record: %s', async (approve, run) => {
  const { ports, ask, decide, summary } = await prepare();
  const { events, question } = await ask();
  expect(summary()).toStrictEqual([]);
  await decide(question.id, approve, question.hash);
  const last = (await events.rest()).at(-1);
  expect(last).toMatchObject(approve ? { event: 'result' } : { data: { status: 403, code: 'confirmation-denied' } });
  expect(summary()).toStrictEqual([['call-1', 'confirm', approve, 'demo_wipe permanently destroys data.'], ...run]);
  expect(ports.executed).toHaveLength(run.length);
});

test('what is refused is on record: denied, invalid, unknown; a check is not', async () => {
  const { call, send, summary } = await prepare();
  expect(await problemCode(await call('demo_login'))).toBe('403 policy-violation');
  expect(await problemCode(await call('demo_say'))).toBe('422 validation-failed');
  await send('POST', '/calls/check', { call: { id: '1', name: 'demo_wipe', arguments: {} } });
  expect(await problemCode(await call('demo_fly'))).toBe('404 unknown-command');
  expect(summary()).toMatchObject([
    ['call-1', 'deny', undefined, expect.any(String)],
    ['call-2', 'deny', undefined, '"text" is required.'],
    ['call-3', 'deny', undefined, expect.stringMatching(/^No tool has a command called "demo_fly"/)],
  ]);
});

test('a decision that cannot be put on record stops the call', async () => {
  const { ports, call, ask, decide } = await prepare({ audit: failing(0) });
  const allowed = await readEvents(await call('demo_say', { text: 'hi' })).rest();
  expect(allowed.map(({ event }) => event)).toStrictEqual(['accepted', 'error']);
  expect(allowed.at(-1)?.data).toMatchObject({ status: 500, code: 'audit-failed' });
  expect(JSON.stringify(allowed)).not.toContain('ENOSPC');

  const { events, question } = await ask();
  await decide(question.id, true, question.hash);
  expect((await events.rest()).at(-1)?.data).toMatchObject({ code: 'audit-failed' });

  expect(await problemCode(await call('demo_login'))).toBe('500 audit-failed');
  expect(ports.executed).toStrictEqual([]);
  expect(ports.reported).toHaveLength(3);
});

test('an end that cannot be put on record is reported, and the result is not lost', async () => {
  const { ports, call } = await prepare({ audit: failing(1) });
  const events = await readEvents(await call('demo_say', { text: 'hi' })).rest();
  expect(events.at(-1)?.event).toBe('result');
  expect(ports.reported.map(String)).toStrictEqual(['Error: ENOSPC: no space left on the device']);
});
