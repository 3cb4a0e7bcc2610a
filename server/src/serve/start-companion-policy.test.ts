import { access, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CompanionSettings } from './start-companion.ts';
import { problemCode } from '../testing/problem-code.ts';
import { startTestCompanion, type TestCompanion } from '../testing/test-companion.ts';

async function prepare(more: Pick<CompanionSettings, 'policy' | 'writableRoots'>) {
  const companion = await startTestCompanion(undefined, [], more);
  onTestFinished(() => companion.close());
  const call = (name: string, args: object = {}, policy?: object): Promise<Response> => {
    const body = { call: { id: '1', name, arguments: args }, ...(policy && { policy }) };
    return companion.request('POST', '/api/v1/calls', body, { headers: { accept: 'application/json' } });
  };
  return { companion, call, wiped: join(companion.repository, 'wiped') };
}

/** What an MCP client is told of a call without arguments. */
async function overMcp(companion: TestCompanion, name: string): Promise<string> {
  const ask = async (method: string, params: object, session: object = {}): Promise<Response> => {
    const headers = { accept: 'application/json, text/event-stream', ...session };
    return companion.request('POST', '/api/v1/mcp', { jsonrpc: '2.0', id: 1, method, params }, { headers });
  };
  const clientInfo = { name: 'test', version: '1' };
  const opened = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await opened.text();
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  return (await ask('tools/call', { name, arguments: {} }, session)).text();
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

test('all calls are held against the policy that it was started with, and a client cannot widen it', async () => {
  const { companion, call, wiped } = await prepare({ policy: { allowDestructive: true, requireReadOnly: true } });
  expect(await problemCode(await call('demo_wipe', {}, { requireReadOnly: false }))).toBe('403 policy-violation');
  expect((await call('demo_say', { text: 'x' })).status).toBe(200);
  expect(await overMcp(companion, 'demo_wipe')).toContain('demo_wipe changes things.');
  expect(await exists(wiped)).toBe(false);
});

test('a policy cannot give the companion somebody at its input', async () => {
  const { companion, call } = await prepare({ policy: { allowInteractive: true } });
  expect(await problemCode(await call('demo_login'))).toBe('403 policy-violation');
  expect(await overMcp(companion, 'demo_login')).toContain('demo_login wants a person at a terminal');
});

test('tools change nothing outside the directories that it was started with', async () => {
  const other = await realpath(await mkdtemp(join(tmpdir(), 'atip-writable-')));
  onTestFinished(() => rm(other, { recursive: true, force: true }));
  await mkdir(join(other, 'out'));
  const policy = { allowDestructive: true, allowNonReversible: true };
  const held = await prepare({ policy, writableRoots: [join(other, 'out')] });
  const free = await prepare({ policy });
  expect([(await held.call('demo_wipe')).status, (await free.call('demo_wipe')).status]).toStrictEqual([200, 200]);
  expect([await exists(held.wiped), await exists(free.wiped)]).toStrictEqual([false, true]);
});
