import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { POLICY_PRESETS } from '@atip/core';
import type { AtipTool, ExecutionPolicy } from '@atip/core';
import { checkInvocation } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { readEvents } from '../testing/read-events.ts';
import { DEMO_TOOL } from '../testing/demo-tool.ts';
import { problemCode } from '../testing/problem-code.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createTestPorts } from '../testing/test-ports.ts';
import type { ClientPolicy } from './call-schemas.ts';
import { answerCheck, hostOf, invocationOf } from './check-request.ts';

const PORTS = await createTestPorts();

async function check(text: string) {
  return answerCheck({ call: { id: '1', name: 'demo_say', arguments: { text } } }, PORTS);
}

test.each([
  ['an assignment that looks like a secret', 'TOKEN=$(touch x) ls'],
  ['hidden characters', 'safe\u202etxt\u200b\u00a0\u{e0041}\u2800'],
  ['as much as one argument may have', `${' '.repeat(32_760)}touch x`],
])('what a person approves is the argv itself: %s', async (_name, text) => {
  const { argv, validation } = await check(text);
  expect(argv).toStrictEqual(['/bin/demo', 'say', text]);
  expect(validation.arguments).toStrictEqual({ text });
});

/** `{"id":"1","name":"demo_say","arguments":{"text":"…"}}` of so many bytes. */
function callOf(bytes: number, character = 'x'): object {
  const empty = { id: '1', name: 'demo_say', arguments: { text: '' } };
  const left = bytes - JSON.stringify(empty).length;
  return { ...empty, arguments: { text: character.repeat(left / Buffer.byteLength(character)) } };
}

test.each<[string, string, object]>([
  // Not too large as a whole; but no single text of a call may be that long.
  ['128 KiB', '422 validation-failed', callOf(131_072)],
  ['one byte more', '413 arguments-too-large', callOf(131_073)],
  ['a long id', '413 arguments-too-large', { ...callOf(100), id: 'i'.repeat(131_072) }],
])('a call of %s is answered with %s', async (_name, expected, call) => {
  const { send } = await createTestClient();
  expect(await problemCode(await send('POST', '/calls', { call }))).toBe(expected);
});

const HASH = `sha256:${'0'.repeat(64)}` as const;

const ASKING: AtipTool = {
  ...DEMO_TOOL,
  trust: { source: 'native' },
  name: 'asking',
  commands: {
    purge: {
      description: 'Asks, then purges',
      options: [{ name: 'yes', flags: ['--yes'], type: 'boolean', description: 'Do not ask' }],
      effects: { destructive: false, interactive: { prompts: true } },
    },
    silent: { description: 'Says nothing of what it does' },
  },
};

async function decide(name: string, client?: ClientPolicy, own: ExecutionPolicy = POLICY_PRESETS.standard, given = {}) {
  const args = { ...(name === 'demo_say' && { text: 'a' }), ...given };
  const found = [DEMO_TOOL, ASKING].map(
    (tool) => ({ tool, origin: 'shims', source: '', hash: HASH, issues: [] }) as const,
  );
  const scan = { found, skipped: [] };
  const catalog = {
    refresh: async () => scan,
    load: async () => scan,
    current: () => scan,
    onChange: () => undefined,
  };
  const request = { call: { id: '1', name, arguments: args }, ...(client && { policy: client }) };
  const ports = await createTestPorts({ catalog, host: { policy: own } });
  const { decision, rule, violations } = await checkInvocation(invocationOf(request), hostOf(ports));
  return { decision, rule, codes: violations?.map(({ code }) => code) };
}

test.each<[string, ClientPolicy | undefined, Awaited<ReturnType<typeof decide>>]>([
  ['demo_say', undefined, { decision: 'allow', rule: undefined, codes: [] }],
  [
    'demo_wipe',
    { allowDestructive: true },
    { decision: 'confirm', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] },
  ],
  // It can narrow it, and each reason of either policy is listed once.
  ['demo_say', { minTrustLevel: 'org' }, { decision: 'deny', rule: 'minTrustLevel', codes: ['TRUST_BELOW_THRESHOLD'] }],
  [
    'demo_wipe',
    { allowDestructive: false, minTrustLevel: 'org' },
    { decision: 'deny', rule: 'minTrustLevel', codes: ['DESTRUCTIVE_OPERATION', 'TRUST_BELOW_THRESHOLD'] },
  ],
  [
    'asking_silent',
    { denyUnknown: true },
    { decision: 'deny', rule: 'allowDestructive', codes: ['DESTRUCTIVE_OPERATION'] },
  ],
])('%s under %j', async (name, client, expected) => {
  expect(await decide(name, client)).toStrictEqual(expected);
});

test.each<[ExecutionPolicy, ClientPolicy | undefined]>([
  [POLICY_PRESETS.standard, undefined],
  [POLICY_PRESETS.standard, { allowInteractive: true }],
  // No person is at the standard input of a companion's process, whatever its policy says.
  [{ allowInteractive: true }, { allowInteractive: true }],
])('under %j and %j a question is answered in advance by a person, or not at all', async (own, client) => {
  const codes = ['INTERACTIVE_OPERATION'];
  const denied = { decision: 'deny', rule: 'allowInteractive', codes };
  expect(await decide('asking_purge', client, own)).toStrictEqual(denied);
  expect(await decide('asking_purge', client, own, { yes: true })).toStrictEqual({ ...denied, decision: 'confirm' });
  expect(await decide('demo_login', client, own)).toStrictEqual(denied);
});

async function prepareDirectories() {
  const { at } = await createTemporaryDirectory();
  for (const name of ['home/work/sub', 'home/other']) await mkdir(at(name), { recursive: true });
  await writeFile(at('home/work/file'), '');
  await symlink(at('home/other'), at('home/work/out'));
  const env = { PATH: '/nowhere', HOME: at('home'), XDG_DATA_DIRS: '/nowhere' };
  return { at, ...(await createTestClient({ host: { cwd: at('home/work'), env } })) };
}

test.each(['sub', '~/work/sub', 'sub/.'])(
  'a run in %s is asked about, carried out and recorded there',
  async (named) => {
    const { at, send, ports } = await prepareDirectories();
    const cwd = at('home/work/sub');
    const call = { id: '1', name: 'demo_wipe', arguments: {} };
    expect(await (await send('POST', '/calls/check', { call, cwd: named })).json()).toMatchObject({ cwd });
    const events = readEvents(await send('POST', '/calls', { call, cwd: named }));
    const { id, check } = await events.next('accepted');
    const question = await events.next('confirmation-required');
    expect([check.cwd, question.cwd]).toStrictEqual([cwd, cwd]);
    await send('POST', `/calls/${id}/decision`, { approve: true, hash: question.hash });
    expect((await events.rest()).find(({ event }) => event === 'result')?.data).toMatchObject({ cwd });
    expect(ports.recorded[0]).toMatchObject({ event: 'decision', cwd });
  },
);

test.each([
  ['nowhere', 'no directory is there'],
  ['file', 'no directory is there'],
  ['../other', 'this companion runs calls in'],
  ['out', 'this companion runs calls in'],
  ['~/other', 'this companion runs calls in'],
  ['/', 'this companion runs calls in'],
  ['~root', 'no directory is there'],
])('nothing runs in %s', async (cwd, expected) => {
  const { send, ports } = await prepareDirectories();
  const call = { id: '1', name: 'demo_say', arguments: { text: 'a' } };
  for (const [path, body] of [
    ['/calls', { call, cwd }],
    ['/calls/check', { call, cwd }],
    ['/lines', { line: 'ls', cwd }],
    ['/lines/check', { line: 'ls', cwd }],
  ] as const) {
    const response = await send('POST', path, body);
    const { code, detail } = await response.json();
    expect([response.status, code, detail]).toStrictEqual([422, 'no-directory', expect.stringContaining(expected)]);
  }
  expect([ports.executed, ports.recorded]).toStrictEqual([[], []]);
});
