// needs: bwrap
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxMode } from '@atip/core';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { isRunning } from '../../../packages/node/src/testing/is-running.ts';
import type { DiscoveryEvent } from '../routes/discoveries.ts';
import { LEAKED_TOKEN } from '../testing/demo-tool.ts';
import { problemCode } from '../testing/problem-code.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { readEvents } from '../testing/read-events.ts';
import { startTestCompanion, type TestCompanion } from '../testing/test-companion.ts';
import { type CompanionSettings, type RunningCompanion, startCompanion } from './start-companion.ts';

/** Generous, for machines under load; on others the answer comes at once. */
const SOON = { timeout: 60_000, interval: 20 };

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

test('git_log runs in the repository and comes back as a message for the provider', async () => {
  const { companion, call } = await prepare();
  const events = readEvents(await call('git_log', { oneline: true, 'max-count': 1 }));
  const { check } = await events.next('accepted');
  expect(check.argv).toStrictEqual(['/usr/bin/git', 'log', '--oneline', '--max-count=1']);
  expect([check.tool, check.path, check.executable, check.cwd, check.decision.decision]).toStrictEqual([
    'git',
    ['log'],
    '/usr/bin/git',
    companion.repository,
    'allow',
  ]);
  expect((await events.next('stdout')).text).toMatch(/^[0-9a-f]{7} First commit\n$/);
  expect(await events.next('exit')).toMatchObject({ exitCode: 0, timedOut: false, truncated: false });
  const result = await events.next('result');
  expect(result.content).toMatch(/^[0-9a-f]{7} First commit\n\[Exit code: 0\]$/);
  expect(result).toStrictEqual({
    success: true,
    content: result.content,
    message: { role: 'tool', tool_call_id: 'call_1', content: result.content },
  });
  expect(await events.rest()).toStrictEqual([]);
});

test.each([
  [
    'anthropic',
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'hi\n[Exit code: 0]' }] },
  ],
  ['openai', { role: 'tool', tool_call_id: 'call_1', content: 'hi\n[Exit code: 0]' }],
])('one JSON result for %s', async (provider, message) => {
  const { call } = await prepare();
  const response = await call('demo_say', { text: 'hi' }, { provider }, { headers: { accept: 'application/json' } });
  expect(await response.json()).toMatchObject({
    id: expect.any(String),
    check: { tool: 'demo', path: ['say'] },
    exit: { exitCode: 0, timedOut: false, truncated: false },
    result: { success: true, content: 'hi\n[Exit code: 0]', message },
  });
});

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

test('a client that goes away takes its process with it', async () => {
  const { companion, call } = await prepare('off');
  const { events } = await started(companion, call);
  const pid = Number((await events.next('stdout')).text);
  expect(await isRunning(pid)).toBe(true);
  await events.cancel();
  await expect.poll(() => isRunning(pid), SOON).toBe(false);
});

test('a call is held by what its metadata says, the companion included, and the page is told', async () => {
  const { companion, call } = await prepare();
  const state = join(companion.bin, '../.local/state/agent-tools');
  await mkdir(state, { recursive: true });
  await writeFile(join(state, 'audit.jsonl'), 'on record');
  const { port } = new URL(companion.origin);
  await companion.script(
    'demo',
    `#!/bin/bash\ntouch planted "$HOME/planted" 2>/dev/null\ncat "${state}/audit.jsonl" 2>/dev/null\n(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo connected\necho done\n`,
  );
  const events = readEvents(await call('demo_say', { text: 'x' }));
  await events.next('accepted');
  expect((await events.next('stdout')).text).toBe('done\n');
  expect((await events.next('exit')).sandbox).toMatchObject({ applied: true, network: false, writable: [] });
  expect(existsSync(join(companion.repository, 'planted'))).toBe(false);
});

test('a client makes the sandbox stricter and never laxer', async () => {
  const [lax, strict] = [await prepare('off'), await prepare()];
  const held = async ({ call }: typeof lax, policy: object) => {
    const events = readEvents(await call('demo_say', { text: 'x' }, { policy }));
    await events.next('accepted');
    await events.next('stdout');
    return (await events.next('exit')).sandbox?.applied;
  };
  expect(await held(lax, {})).toBe(false);
  expect(await held(lax, { sandbox: 'off' })).toBe(false);
  expect(await held(lax, { sandbox: 'required' })).toBe(true);
  expect(await held(strict, { sandbox: 'off' })).toBe(true);
});

test('a secret in the output is redacted, also where it arrives in pieces', async () => {
  const { call } = await prepare();
  const response = await call('demo_leak');
  const text = await response.text();
  expect(text).toContain('after');
  expect(text).toContain('REDACTED');
  expect(text).not.toContain(LEAKED_TOKEN.slice(0, 12));
  expect(text).not.toContain(LEAKED_TOKEN.slice(20));
});

test('a tool whose executable is gone can be listed, but not run', async () => {
  const { companion, call } = await prepare();
  await writeFile(
    join(companion.shims, 'gone.json'),
    '{"atip":{"version":"0.4"},"name":"gone","version":"1","description":"d","commands":{"":{"description":"d"}}}',
  );
  const list: unknown = await (await companion.request('GET', '/api/v1/tools')).json();
  expect(list).toMatchObject({
    tools: [{ name: 'demo' }, { name: 'git', executable: '/usr/bin/git' }, { name: 'gone', executable: null }],
    skipped: [{ source: join(companion.shims, 'broken.json'), code: 'invalid-metadata' }],
  });
  expect(await problemCode(await call('gone'))).toBe('409 executable-missing');
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

test('a token that cannot be written ends the companion', async () => {
  const { path: home, write } = await createTemporaryDirectory();
  await write('state/agent-tools', 'a file');
  const env = { HOME: home, PATH: '/usr/bin:/bin', XDG_STATE_HOME: join(home, 'state') };
  const settings = { port: 0, cwd: home, probes: [], env, report: () => undefined, tokenFile: true };
  await expect(startCompanion(settings)).rejects.toThrow(/EEXIST|ENOTDIR/);
});

async function statusFor(companion: RunningCompanion, address: string, host: string): Promise<string> {
  const port = Number(new URL(companion.origin).port);
  const request = `GET /api/v1/health HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`;
  return (await rawRequest(port, request, address)).slice(9, 12);
}

test.each<[string | undefined, string, string, string]>([
  [undefined, '127.0.0.1', '127.0.0.1', '401'],
  ['127.0.0.2', '127.0.0.2', '127.0.0.1', '403'],
  ['0.0.0.0', '127.0.0.3', '[::1]', '401'],
  ['0.0.0.0', '127.0.0.1', 'evil.example', '403'],
])('bound to %s, asked at %s for %s: %s', async (bind, address, host, status) => {
  const companion = await prepareGuarded(bind === undefined ? {} : { bind });
  expect(await statusFor(companion, address, host)).toBe(status);
});

test('the link leads to where this machine reaches it', async () => {
  const companion = await prepareGuarded({ bind: '0.0.0.0' });
  expect(companion.issueLink()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#k=[\w-]{22}$/);
});

test('an origin that browsers send for many pages lets nothing start', async () => {
  await expect(prepareGuarded({ allowOrigins: ['https://play.example.org', 'null'] })).rejects.toThrow(
    /^Write an origin such as https:\/\/play\.example\.org/,
  );
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

test('a discovered program that was replaced is refused until it is discovered again', async () => {
  const { companion, script, discover, call } = await prepareDiscovery();
  await script('kc', KC);
  await discover();
  await companion.request('POST', '/api/v1/tools/kc/commands', { commands: ['pods'] });
  await script('kc', `${KC}# another\n`);
  expect(await problemCode(await call('kc_pods_list'))).toBe('409 executable-replaced');
  const list: unknown = await (await companion.request('GET', '/api/v1/tools')).json();
  expect(list).toMatchObject({ tools: [{ name: 'demo' }, { name: 'git' }] });
  expect(await problemCode(await call('kc_pods_list'))).toBe('404 unknown-command');
  await discover();
  await companion.request('POST', '/api/v1/tools/kc/commands', { commands: ['pods'] });
  await readEvents(await call('kc_pods_list')).next('accepted');
});

test('a program that described itself is run where it was found, on the PATH or not', async () => {
  const path = await (await createTemporaryDirectory()).script('kc', KC);
  const companion = await startTestCompanion(undefined, [path]);
  const tool: unknown = await (await companion.request('GET', '/api/v1/tools/kc')).json();
  expect(tool).toMatchObject({ origin: 'probed', executable: path });
});

test('closing ends a discovery, and the program that it asks', async () => {
  const companion = await startTestCompanion();
  const asked = await companion.script('slow', '#!/bin/sh\n# --agent\nsleep 600\n');
  const response = await companion.request('POST', '/api/v1/discoveries', {});
  const isAsked = (): boolean => execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' }).includes(asked);
  await expect.poll(isAsked, { timeout: 60_000, interval: 100 }).toBe(true);
  await companion.close();
  expect(isAsked()).toBe(false);
  expect(await response.text()).toContain('discovery-cancelled');
});
