// needs: bwrap
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxMode } from '@atip/core';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { isRunning } from '../../../packages/node/src/testing/is-running.ts';
import type { DiscoveryEvent } from '../routes/discoveries.ts';
import { problemCode } from '../testing/problem-code.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { readEvents } from '../testing/read-events.ts';
import { startTestCompanion, type TestCompanion } from '../testing/test-companion.ts';
import { type CompanionSettings, type RunningCompanion, startCompanion } from './start-companion.ts';

/** @param sandbox `off` for tests that know a process by its number, which differs in a sandbox */
async function prepare(sandbox?: SandboxMode) {
  const companion = await startTestCompanion(sandbox);
  const call = async (name: string, args: object = {}, more: object = {}, init?: RequestInit) => {
    const body = { call: { id: 'call_1', name, arguments: args }, ...more };
    return companion.request('POST', '/api/v1/calls', body, init);
  };
  const decide = (id: string, approve: boolean, hash: string) =>
    companion.request('POST', `/api/v1/calls/${id}/decision`, { approve, hash });
  return { companion, call, decide };
}

async function started(companion: TestCompanion, call: (name: string) => Promise<Response>) {
  const events = readEvents(await call('demo_wait'));
  const { id } = await events.next('accepted');
  return { companion, events, id };
}

test('a destructive call waits, shows its argv, and runs once it is approved', async () => {
  const { companion, call, decide } = await prepare();
  const untracked = join(companion.repository, 'untracked');
  const events = readEvents(await call('git_clean', { force: true }));
  const { id, check } = await events.next('accepted');
  const question = await events.next('confirmation-required');
  expect(question).toMatchObject({
    id,
    hash: check.hash,
    executable: '/usr/bin/git',
    argv: ['/usr/bin/git', 'clean', '--force'],
    cwd: companion.repository,
    expiresIn: 120_000,
  });
  expect(question.reasons).toStrictEqual(['git_clean permanently destroys data.']);
  expect(await problemCode(await decide(id, true, `sha256:${'0'.repeat(64)}`))).toBe('409 hash-mismatch');
  expect(await problemCode(await decide('other', true, question.hash))).toBe('404 no-question');
  expect(existsSync(untracked)).toBe(true);

  expect((await decide(id, true, question.hash)).status).toBe(204);
  expect(await events.next('confirmed')).toStrictEqual({ id });
  expect((await events.next('stdout')).text).toBe('Removing untracked\n');
  expect(await events.next('exit')).toMatchObject({ exitCode: 0 });
  expect(existsSync(untracked)).toBe(false);
  await events.rest();
  expect(await problemCode(await decide(id, true, question.hash))).toBe('404 no-question');
});

test('closing ends what runs, even what does not want to end', async () => {
  const companion = await startTestCompanion('off');
  await companion.script('demo', '#!/bin/sh\ntrap "" TERM\necho $$\nsleep 600; sleep 600\n');
  const call = (name: string) => companion.request('POST', '/api/v1/calls', { call: { id: '1', name, arguments: {} } });
  const { events } = await started(companion, call);
  const pid = Number((await events.next('stdout')).text);
  await companion.close();
  expect(await isRunning(pid)).toBe(false);
  await expect(fetch(companion.origin)).rejects.toThrow();
});

test('what an MCP client runs is on record, and it may name the tools that it wants', async () => {
  const { companion } = await prepare();
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const opened = await companion.request('POST', '/api/v1/mcp', initialize, { headers });
  const session = opened.headers.get('mcp-session-id') ?? '';
  expect(session).toMatch(/^[\w-]{43}$/);
  await opened.text();
  const ask = async (id: number, method: string, params: object) => {
    const body = { jsonrpc: '2.0', id, method, params };
    const response = await companion.request('POST', '/api/v1/mcp', body, {
      headers: { ...headers, 'mcp-session-id': session },
    });
    return response.text();
  };
  expect(await ask(3, 'tools/call', { name: 'demo_say', arguments: { text: 'over MCP' } })).toContain(
    'over MCP\\n[Exit code: 0]',
  );
  const audit = await companion.request('GET', '/api/v1/audit');
  expect(JSON.stringify(await audit.json())).toContain('"who":"mcp client"');

  const named = await companion.request('POST', '/api/v1/mcp?tools=demo,%20', initialize, { headers });
  expect(named.headers.get('mcp-session-id')).not.toBe(null);
  await named.text();
  const others = Array.from({ length: 1000 }, (_, at) => `,y${at}`).join('');
  const query = `demo,no\u001bpe${others}`;
  const unknown = await companion.request('POST', `/api/v1/mcp?tools=${encodeURIComponent(query)}`, initialize, {
    headers,
  });
  const message =
    'No tool is called "no\\u001bpe", "y0", "y1", "y2", "y3" and 996 more; /api/v1/tools lists the known ones.';
  expect(await unknown.json()).toStrictEqual({ jsonrpc: '2.0', error: { code: -32602, message }, id: 1 });
});

async function prepareGuarded(settings: Partial<CompanionSettings> = {}): Promise<RunningCompanion> {
  const { path: home } = await createTemporaryDirectory();
  const reported: unknown[] = [];
  const companion = await startCompanion({
    port: 0,
    cwd: home,
    probes: [],
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    report: (error) => reported.push(error),
    pageRoot: join(home, 'no-page'),
    ...settings,
  });
  onTestFinished(async () => {
    await companion.close();
    expect(reported).toStrictEqual([]);
  });
  return companion;
}

async function statusFor(companion: RunningCompanion, address: string, host: string): Promise<string> {
  const port = Number(new URL(companion.origin).port);
  const request = `GET /api/v1/health HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`;
  return (await rawRequest(port, request, address)).slice(9, 12);
}

test.each<[string | undefined, string, string, string]>([
  [undefined, '127.0.0.1', '127.0.0.1', '401'],
  ['0.0.0.0', '127.0.0.3', '[::1]', '401'],
])('bound to %s, asked at %s for %s: %s', async (bind, address, host, status) => {
  const companion = await prepareGuarded(bind === undefined ? {} : { bind });
  expect(await statusFor(companion, address, host)).toBe(status);
});

const HARMLESS = { filesystem: { write: false, delete: false }, network: false, destructive: false, reversible: true };
const OVERVIEW = {
  atip: { version: '0.4' },
  name: 'kc',
  version: '1.0.0',
  description: 'Cluster',
  partial: true,
  totalCommands: 2,
  commands: { pods: { description: 'Pods' } },
};
const PODS = {
  ...OVERVIEW,
  commands: { pods: { description: 'Pods', commands: { list: { description: 'List', effects: HARMLESS } } } },
};

/** Answers with an overview, or with the one group; otherwise prints its arguments. */
const KC = `#!/bin/sh
case "$*" in
  "--agent --commands=pods") echo '${JSON.stringify(PODS)}' ;;
  "--agent --depth=1") echo '${JSON.stringify(OVERVIEW)}' ;;
  *) echo "ran $*" ;;
esac
`;

async function prepareDiscovery() {
  const companion = await startTestCompanion();
  const { request, script } = companion;
  const discover = async (body: object = {}) => {
    const events = await readEvents<DiscoveryEvent>(await request('POST', '/api/v1/discoveries', body)).rest();
    const [last] = events.slice(-1);
    if (last?.event !== 'done') throw new Error(`The discovery did not end: ${JSON.stringify(last)}`);
    return events;
  };
  const call = (name: string) => request('POST', '/api/v1/calls', { call: { id: '1', name, arguments: {} } });
  const detail = async (path: string): Promise<unknown> => (await request('GET', `/api/v1/tools/${path}`)).json();
  return { companion, script, discover, call, detail };
}

test('a program on the PATH is discovered, loaded, and run where it was found', async () => {
  const { companion, script, discover, call, detail } = await prepareDiscovery();
  await script('kc', KC);
  expect(await detail('kc')).toMatchObject({ code: 'unknown-tool' });
  const events = await discover();
  expect(events.find(({ event }) => event === 'found')?.data).toMatchObject({
    name: 'kc',
    origin: 'probed',
    executable: join(companion.bin, 'kc'),
  });
  expect(events.some(({ event }) => event === 'progress')).toBe(true);

  expect(await detail('kc')).toMatchObject({ tool: { commands: { pods: { description: 'Pods' } } } });
  expect(await problemCode(await call('kc_nodes_list'))).toBe('404 unknown-command');
  const load = await companion.request('POST', '/api/v1/tools/kc/commands', { commands: ['pods'] });
  expect(await load.json()).toMatchObject({ commands: 1, tool: { commands: { pods: { commands: { list: {} } } } } });
  expect(await detail('kc?commands=pods%20list')).toMatchObject({ tool: { includedCommands: 1 } });

  const run = readEvents(await call('kc_pods_list'));
  expect((await run.next('accepted')).check.argv).toStrictEqual([join(companion.bin, 'kc'), 'pods', 'list']);
  expect((await run.next('stdout')).text).toBe('ran pods list\n');
  await run.rest();
  expect(companion.reported).toStrictEqual([]);
});
