import { type Host, loadConfiguration } from '@atip/node';
import { keepRules, type Plan } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { CONFIRMATION_LIFETIME } from '../calls/active-calls.ts';
import type { AuditTrail } from '../calls/audit-trail.ts';
import { advance, stopTime } from '../testing/manual-time.ts';
import { LEAKED_TOKEN } from '../testing/demo-tool.ts';
import { problemCode } from '../testing/problem-code.ts';
import { readEvents } from '../testing/read-events.ts';
import { createTestClient, senderTo } from '../testing/test-client.ts';
import { createTestPorts, TEST_OUTCOME, type TestOverrides } from '../testing/test-ports.ts';

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
    last: async () => [],
    verify: async () => ({ ok: true, entries: 0, files: 0, problems: [], unfinished: 0 }),
    close: async () => undefined,
  };
}

async function prepare(overrides: TestOverrides = {}) {
  const { ports, send } = await createTestClient(overrides);
  const call = (name: string, args: object = {}, more: object = {}) =>
    send('POST', '/calls', { call: { id: 'same', name, arguments: args }, ...more });
  const decide = (id: string, approve: boolean, hash: string) =>
    send('POST', `/calls/${id}/decision`, { approve, hash });
  const begin = async () => {
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
  return { ports, send, call, decide, begin, summary };
}

test('the limits of the configuration hold', async () => {
  const { path: HOME, write } = await createTemporaryDirectory();
  await write('.config/agent-tools/config.json', '{ "limits": { "timeout": "20m", "maxOutput": "2MiB" } }');
  const configuration = await loadConfiguration({ env: { HOME }, cwd: HOME, system: '/nowhere' });
  const given: unknown[] = [];
  const { call } = await prepare({
    host: { configuration },
    machine: {
      run: async (_argv, _program, { timeout, maxOutput }) => {
        given.push([timeout, maxOutput]);
        return TEST_OUTCOME;
      },
    },
  });
  await (await call('demo_say', { text: 'a' })).text();
  expect(given).toStrictEqual([[1_200_000, 2_097_152]]);
});

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
  expect(ports.recorded[0]).toMatchObject({ approved: undefined });
});

test.each([
  [true, [['call-1', 0, undefined]]],
  [false, []],
])('the answer of a person is on record: %s', async (approve, run) => {
  const { ports, begin, decide, summary } = await prepare();
  const { events, question } = await begin();
  expect(summary()).toStrictEqual([]);
  await decide(question.id, approve, question.hash);
  const last = (await events.rest()).at(-1);
  expect(last).toMatchObject(approve ? { event: 'result' } : { data: { status: 403, code: 'confirmation-denied' } });
  expect(summary()).toStrictEqual([['call-1', 'confirm', approve, 'demo_wipe permanently destroys data.'], ...run]);
  expect(ports.executed).toHaveLength(run.length);
});

test.each([
  [
    'anthropic',
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'ran\n[Exit code: 0]' }] },
  ],
  ['openai', { role: 'tool', tool_call_id: 'call_1', content: 'ran\n[Exit code: 0]' }],
])('one JSON result for %s', async (provider, message) => {
  const call = { id: 'call_1', name: 'demo_say', arguments: { text: 'hi' } };
  const sent = { body: { call, provider }, headers: { accept: 'application/json' } };
  const response = await senderTo(await createTestPorts())('/api/v1/calls', sent);
  expect(await response.json()).toMatchObject({
    id: 'call-1',
    check: { tool: 'demo', path: ['say'] },
    exit: { exitCode: 0, timedOut: false, truncated: false },
    result: { success: true, content: 'ran\n[Exit code: 0]', message },
  });
});

test('a secret that arrives in two pieces is in neither, and a tool without its program does not run', async () => {
  const leak = async (_argv: unknown, _program: unknown, { onOutput }: Parameters<Host['machine']['run']>[2]) => {
    await onOutput?.('stdout', `token: ${LEAKED_TOKEN.slice(0, 20)}`);
    await onOutput?.('stdout', `${LEAKED_TOKEN.slice(20)}\nafter\n`);
    return TEST_OUTCOME;
  };
  const text = await (await (await prepare({ machine: { run: leak } })).call('demo_leak')).text();
  expect(text).toMatch(/REDACTED.*after/s);
  expect([text.includes(LEAKED_TOKEN.slice(0, 12)), text.includes(LEAKED_TOKEN.slice(20))]).toStrictEqual([
    false,
    false,
  ]);
  const gone = await prepare({ machine: { find: async () => null } });
  expect(await problemCode(await gone.call('demo_say', { text: 'hi' }))).toBe('409 executable-missing');
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
  const { ports, call, begin, decide } = await prepare({ audit: failing(0) });
  const allowed = await readEvents(await call('demo_say', { text: 'hi' })).rest();
  expect(allowed.map(({ event }) => event)).toStrictEqual(['accepted', 'error']);
  expect(allowed.at(-1)?.data).toMatchObject({ status: 500, code: 'audit-failed' });
  expect(JSON.stringify(allowed)).not.toContain('ENOSPC');

  const { events, question } = await begin();
  await decide(question.id, true, question.hash);
  expect((await events.rest()).at(-1)?.data).toMatchObject({ code: 'audit-failed' });

  expect(await problemCode(await call('demo_login'))).toBe('500 audit-failed');
  expect(ports.executed).toStrictEqual([]);
  expect(ports.reported).toHaveLength(3);
});

stopTime();

const WRONG = `sha256:${'f'.repeat(64)}`;

/** A terminal whose person answers at the test's command. */
function createTerminal() {
  const asked: Plan[] = [];
  const terminal: {
    answer: (approved: boolean) => void;
    fail: (error: Error) => void;
    withdrawn?: Host['signal'];
  } = { answer: () => undefined, fail: () => undefined };
  const ask: Host['ask'] = (plan, { signal }) => {
    asked.push(plan);
    terminal.withdrawn = signal;
    return new Promise((resolve, reject) => {
      terminal.answer = resolve;
      terminal.fail = reject;
    });
  };
  return { asked, terminal, ask };
}

test.each([true, false])(
  'a decision about another hash uses the question up in no way: approve %s',
  async (approve) => {
    const { ports, begin, decide } = await prepare();
    const { events, question } = await begin();
    for (let times = 0; times < 3; times += 1) {
      expect(await problemCode(await decide(question.id, approve, WRONG))).toBe('409 hash-mismatch');
    }
    expect(ports.executed).toStrictEqual([]);
    expect((await decide(question.id, true, question.hash)).status).toBe(204);
    expect((await events.rest()).at(-1)?.event).toBe('result');
    expect(await problemCode(await decide(question.id, true, question.hash))).toBe('404 no-question');
    expect(ports.executed).toHaveLength(1);
  },
);

test('with a terminal the question is asked there, and no client can answer it', async () => {
  const { asked, terminal, ask } = createTerminal();
  const { ports, begin, decide } = await prepare({ host: { ask } });
  const { events, question } = await begin();
  expect(question.where).toBe('terminal');
  const { executable, argv, cwd, effects, reasons } = question;
  const plan = {
    command: { command: ['demo', 'wipe'] },
    program: { path: executable },
    started: argv,
    cwd,
    effects,
    reasons,
  };
  expect(asked).toMatchObject([plan]);
  for (const hash of [question.hash, WRONG]) {
    for (const approve of [true, false]) {
      expect(await problemCode(await decide(question.id, approve, hash))).toBe('409 confirm-in-terminal');
    }
  }
  expect(ports.executed).toStrictEqual([]);
  terminal.answer(true);
  expect((await events.rest()).at(-1)?.event).toBe('result');
  expect(ports.executed).toHaveLength(1);
  expect(ports.recorded[0]).toMatchObject({ decision: 'confirm', approved: true });
});

test('a call that is cancelled takes its question out of the terminal, and a late yes is none', async () => {
  const { terminal, ask } = createTerminal();
  const { ports, send, begin } = await prepare({ host: { ask } });
  const { events, question } = await begin();
  expect(terminal.withdrawn?.aborted).toBe(false);
  await send('DELETE', `/calls/${question.id}`);
  expect(terminal.withdrawn?.aborted).toBe(true);
  terminal.answer(true);
  expect((await events.rest()).at(-1)?.data).toMatchObject({ code: 'call-cancelled' });
  expect(ports.executed).toStrictEqual([]);
});

test('a question in the terminal lapses as in the page, and a late yes is none', async () => {
  const { terminal, ask } = createTerminal();
  const { ports, begin } = await prepare({ host: { ask } });
  const { events } = await begin();
  advance(CONFIRMATION_LIFETIME);
  expect(terminal.withdrawn?.aborted).toBe(true);
  terminal.answer(true);
  expect((await events.rest()).at(-1)?.data).toMatchObject({ code: 'confirmation-lapsed' });
  expect(ports.executed).toStrictEqual([]);
});

test.each([
  ['companion', 0],
  ['always', 1],
] as const)('a rule that an answer names holds for the calls that follow: %s', async (scope, written) => {
  const { path: home } = await createTemporaryDirectory();
  const env = { HOME: home };
  const { ports, begin, call, send } = await prepare({ host: { rules: keepRules({}, { env, who: 'companion' }) } });
  const { events, question } = await begin();
  const [offer] = question.remember ?? [];
  const answer = (rule: unknown) =>
    send('POST', `/calls/${question.id}/decision`, {
      ...{ approve: true, hash: question.hash },
      remember: { scope, rule },
    });
  expect(offer?.label).toBe(`demo wipe, and nothing else, in ${ports.host.cwd}`);
  expect(await problemCode(await answer({ run: '*', decision: 'allow' }))).toBe('409 rule-not-kept');
  expect((await answer(offer?.rule)).status).toBe(204);
  expect((await events.rest()).at(-1)).toMatchObject({ event: 'result' });
  const second = await (await call('demo_wipe')).text();
  expect([second.includes('confirmation-required'), ports.executed.length]).toStrictEqual([false, 2]);
  const { policy } = (await loadConfiguration({ env, cwd: home })).settings;
  expect(policy.rules ?? []).toHaveLength(written);
});
