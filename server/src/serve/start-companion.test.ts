// needs: bwrap
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { isRunning } from '../../../packages/node/src/testing/is-running.ts';
import type { DiscoveryEvent } from '../routes/tools.ts';
import { DEMO_SCRIPT, DEMO_TOOL } from '../testing/demo-tool.ts';
import { problemCode } from '../testing/problem-code.ts';
import { readEvents } from '../testing/read-events.ts';
import { type CompanionSettings, startCompanion } from './start-companion.ts';

/** The programs of this machine are `demo`, and what a test adds. */
async function startHere(
  {
    host,
    ...settings
  }: Partial<Omit<CompanionSettings, 'host'>> & { readonly host?: Partial<CompanionSettings['host']> } = {},
  whenOver = onTestFinished,
) {
  const { at, write, script } = await createTemporaryDirectory(whenOver);
  const [bin, work] = [at('bin'), at('work')];
  await script('bin/demo', DEMO_SCRIPT);
  await write('data/agent-tools/shims/demo.json', JSON.stringify(DEMO_TOOL));
  await mkdir(work);
  const reported: unknown[] = [];
  const companion = await startCompanion({
    port: 0,
    host: {
      cwd: work,
      env: { PATH: `${bin}:/usr/bin:/bin`, HOME: at('.'), XDG_DATA_HOME: at('data'), ATIP_SHIMS: 'off' },
      ...host,
      // Its document is a user's file; these tests are not about trust.
      policy: { byTrust: false, ...host?.policy },
    },
    report: (error) => reported.push(error),
    pageRoot: at('no-page'),
    ...settings,
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= companion.close().then(() => expect(reported).toStrictEqual([])));
  whenOver(close);
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${companion.origin}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const link = companion.issueLink();
  const code = link.slice(link.indexOf('#k=') + 3);
  const { token } = await (await send('POST', '/session', { code })).json();
  const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(method, path, body, { authorization: `Bearer ${token}`, ...headers });
  const call = (name: string, args: object = {}) =>
    request('POST', '/calls', { call: { id: '1', name, arguments: args } });
  const program = (name: string, text: string) => script(`bin/${name}`, text);
  return { origin: companion.origin, bin, work, program, close, request, call };
}

let here: Awaited<ReturnType<typeof startHere>>;
beforeAll(async () => {
  here = await startHere({}, afterAll);
});

test('closing ends what runs, even what does not want to end', async () => {
  // A process is known by its number, which differs in a sandbox.
  const { program, call, close, origin } = await startHere({ host: { policy: { sandbox: 'off' } } });
  await program('demo', '#!/bin/sh\ntrap "" TERM\necho $$\nsleep 600; sleep 600\n');
  const events = readEvents(await call('demo_wait'));
  await events.next('accepted');
  const pid = Number((await events.next('stdout')).text);
  await close();
  expect(await isRunning(pid)).toBe(false);
  await expect(fetch(origin)).rejects.toThrow();
});

test('what an MCP client runs is on record, and it may name the tools that it wants', async () => {
  const { request } = here;
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const accept = 'application/json, text/event-stream';
  const open = (query = '') => request('POST', `/mcp${query}`, initialize, { accept });
  const opened = await open();
  const session = opened.headers.get('mcp-session-id') ?? '';
  expect(session).toMatch(/^[\w-]{43}$/);
  await opened.text();
  const params = { name: 'demo_say', arguments: { text: 'over MCP' } };
  const body = { jsonrpc: '2.0', id: 3, method: 'tools/call', params };
  const said = await request('POST', '/mcp', body, { accept, 'mcp-session-id': session });
  expect(await said.text()).toContain('over MCP\\n[Exit code: 0]');
  expect(JSON.stringify(await (await request('GET', '/audit')).json())).toContain('"who":"mcp client"');

  const named = await open('?tools=demo,%20');
  expect(named.headers.get('mcp-session-id')).not.toBe(null);
  await named.text();
  const others = Array.from({ length: 1000 }, (_, at) => `,y${at}`).join('');
  const unknown = await open(`?tools=${encodeURIComponent(`demo,no\u001bpe${others}`)}`);
  const message =
    'No tool is called "no\\u001bpe", "y0", "y1", "y2", "y3", and 996 more are unknown; /api/v1/tools lists the known ones.';
  expect(await unknown.json()).toStrictEqual({ jsonrpc: '2.0', error: { code: -32602, message }, id: 1 });
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

test('a program on the PATH is discovered, loaded, and run where it was found', async () => {
  const { program, request, call, bin } = here;
  const detail = async (path: string): Promise<unknown> => (await request('GET', `/tools/${path}`)).json();
  await program('kc', KC);
  expect(await detail('kc')).toMatchObject({ code: 'unknown-tool' });
  const events = await readEvents<DiscoveryEvent>(await request('POST', '/discoveries', {})).rest();
  const found = events.flatMap(({ event, data }) => (event === 'found' ? [data] : []));
  expect(found).toContainEqual(expect.objectContaining({ name: 'kc', origin: 'probed', executable: join(bin, 'kc') }));
  expect([events.some(({ event }) => event === 'progress'), events.at(-1)?.event]).toStrictEqual([true, 'done']);

  expect(await detail('kc')).toMatchObject({ commands: 0, tool: { commands: { pods: { description: 'Pods' } } } });
  expect(await problemCode(await call('kc_nodes_list'))).toBe('404 unknown-command');
  const load = await request('POST', '/tools/kc/commands', { commands: ['pods'] });
  expect(await load.json()).toMatchObject({ commands: 1, tool: { commands: { pods: { commands: { list: {} } } } } });
  const run = readEvents(await call('kc_pods_list'));
  expect((await run.next('accepted')).check.argv).toStrictEqual([join(bin, 'kc'), 'pods', 'list']);
  expect((await run.next('stdout')).text).toBe('ran pods list\n');
  await run.rest();
});
