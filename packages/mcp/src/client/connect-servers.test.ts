import { mkdirSync, writeFileSync } from 'node:fs';
import { type AuditEvent, createExecutor, type NodeExecutorConfig } from '@atip/node';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';
import { connectServers, type McpServerSettings } from './connect-servers.ts';
import { textOfResult } from './connect-servers.ts';

/** An MCP server over its standard streams, without a library. */
const SERVER = `
const any = { type: 'object', properties: { path: { type: 'string' }, filter: { type: 'object' } }, required: ['path'] };
const tools = [
  { name: 'read', description: 'Reads', inputSchema: any, annotations: { readOnlyHint: true } },
  { name: 'wipe', description: 'Wipes', inputSchema: any, annotations: { destructiveHint: true, readOnlyHint: false } },
];
const text = (text, isError) => ({ content: [{ type: 'text', text }], isError });
function call({ arguments: given }) {
  const { path } = given;
  if (path === 'token') return text('token ' + process.env.DEMO_TOKEN + ' ' + process.env.OTHER);
  if (path === 'fail') return text('it failed', true);
  if (path === 'long') return text('line\\n'.repeat(300000));
  if (path === 'die') process.exit(1);
  return text(JSON.stringify(given));
}
function answer({ id, method, params }) {
  if (method === 'initialize') return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'demo', version: '3' } };
  if (method === 'tools/list') return params?.cursor ? { tools: tools.slice(1) } : { tools: tools.slice(0, 1), nextCursor: 'b' };
  if (method === 'tools/call') return call(params);
}
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const message of lines.map((line) => JSON.parse(line))) {
    if (message.id === undefined || message.params?.arguments?.path === 'wait') continue;
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) }) + '\\n');
  }
});
`;

async function prepare(more: Partial<NodeExecutorConfig> = {}) {
  const { at } = await createTemporaryDirectory();
  writeFileSync(at('server.mjs'), SERVER);
  mkdirSync(at('home'));
  const demo = { command: process.execPath, args: [at('server.mjs')], env: { DEMO_TOKEN: 'a word that nobody knows' } };
  const served = await connectServers({ demo });
  onTestFinished(async () => served.close());
  const events: AuditEvent[] = [];
  const log = { append: async (event: AuditEvent) => void events.push(event) };
  const env = { PATH: '/usr/bin:/bin', HOME: at('home') };
  const config = { tools: [...served.tools], served, env, execution: { cwd: at('.') }, record: { log, who: 'test' } };
  const executor = createExecutor({ ...config, ...more });
  const run = async (name: string, args: Record<string, unknown>) =>
    (await executor.execute({ id: '1', name: `demo_${name}`, arguments: args })).content;
  return { served, run, events };
}

test('a tool of a server is called with the same checks and record as a program', async () => {
  const { served, run, events } = await prepare();
  expect(served.tools.map(({ name, version, commands }) => [name, version, Object.keys(commands ?? {})])).toStrictEqual(
    [['demo', '3', ['read', 'wipe']]],
  );
  expect(await run('read', { path: 'a', filter: '{"deep":[1]}' })).toBe(
    '{"path":"a","filter":{"deep":[1]}}\n[Exit code: 0]',
  );
  const argv = ['mcp:demo', 'read', '{"path":"a","filter":{"deep":[1]}}'];
  const tool = { name: 'demo', path: 'mcp:demo', hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) };
  expect(events).toMatchObject([
    { event: 'decision', decision: 'allow', argv, tool, command: ['read'] },
    { event: 'execution', argv, tool, exitCode: 0, sandbox: { applied: false, kind: 'none' } },
  ]);
  await expect(run('read', { path: 'a', filter: '{' })).rejects.toThrow('"filter" must be JSON.');
  await expect(run('read', {})).rejects.toThrow('"path" is required.');
  await expect(run('read', { path: 'a', other: 1 })).rejects.toThrow('"other" is not a parameter of "demo read".');
});

test('what destroys is asked about, and not done without a yes', async () => {
  const asked: (readonly string[])[] = [];
  const { run } = await prepare({
    policy: {
      preset: 'standard',
      confirmationHandler: async ({ argv }) => {
        asked.push(argv);
        return asked.length > 1;
      },
    },
  });
  await expect(run('wipe', { path: 'a' })).rejects.toThrow('declined');
  expect(await run('wipe', { path: 'b' })).toBe('{"path":"b"}\n[Exit code: 0]');
  expect(asked).toStrictEqual([
    ['mcp:demo', 'wipe', '{"path":"a"}'],
    ['mcp:demo', 'wipe', '{"path":"b"}'],
  ]);
});

test('what a server was given is redacted, and it gets no other secrets of ours', async () => {
  process.env['OTHER'] = 'of this process';
  onTestFinished(() => void delete process.env['OTHER']);
  const { run } = await prepare();
  expect(await run('read', { path: 'token' })).toBe('token [REDACTED] undefined\n[Exit code: 0]');
});

test.each([
  ['a tool that says that it failed', 'fail', 'it failed\n[Exit code: 1]'],
  [
    'one that does not answer in time',
    'wait',
    '[The time limit of 500 ms is set by the setting "timeout" of the program that makes the calls.]\n[TIMEOUT after 500ms]',
  ],
])('%s', async (_name, path, content) => {
  const { run } = await prepare({ execution: { timeout: 500 } });
  expect(await run('read', { path })).toBe(content);
});

test('a long answer is bounded as any output is', async () => {
  const { run } = await prepare({ execution: { maxOutput: 1_000_000 } });
  const content = await run('read', { path: 'long' });
  expect(content).toMatch(/^(?:line\n)+\[Lines \d+ to \d+ of 200002 are left out here\.\]\n(?:line\n)+\[The first and/);
  expect(content).toContain('\n[TRUNCATED - output exceeded 1000000 bytes]\n[Exit code: 0]');
});

test('a server that ends fails the call, and the next', async () => {
  const { run } = await prepare();
  await expect(run('read', { path: 'die' })).rejects.toThrow('The MCP server ended before it answered.');
  await expect(run('read', { path: 'a' })).rejects.toThrow('The MCP server cannot be reached.');
});

test('a policy that wants a sandbox is not met', async () => {
  const { run } = await prepare({ policy: { sandbox: 'required' } });
  await expect(run('read', { path: 'a' })).rejects.toThrow(/An MCP server runs outside the sandbox/);
});

test('a server and a program of one name cannot be told apart', async () => {
  const { served } = await prepare();
  const program = { atip: { version: '0.4' }, name: 'demo', version: '1', description: 'd', commands: {} };
  expect(() => createExecutor({ tools: [program], served })).toThrow('"demo" is a program and an MCP server.');
});

test('a server that does not answer is named, with the reason', async () => {
  const { problems, tools } = await connectServers({ none: { command: '/nowhere/at-all' } });
  expect([problems, tools]).toStrictEqual([
    [{ server: 'none', reason: 'It does not answer: spawn /nowhere/at-all ENOENT' }],
    [],
  ]);
});

test.each<[string, McpServerSettings, RegExp]>([
  ['a b', { command: 'x' }, /"a b" is not a valid server name/],
  ['far', { url: 'http://example.com/mcp' }, /The address of far has to begin with https:/],
  ['odd', { url: 'file:///etc/passwd' }, /The address of odd has to begin with https:/],
])('%s is refused before anything is started', async (name, server, message) => {
  await expect(connectServers({ [name]: server })).rejects.toThrow(message);
});

test('what is no text is named in its place', () => {
  const content = [
    { type: 'text' as const, text: 'a' },
    { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' },
    { type: 'resource_link' as const, name: 'log', uri: 'file:///log' },
    { type: 'resource' as const, resource: { uri: 'x:y', text: 'inside' } },
  ];
  expect(textOfResult({ content })).toBe('a\n[image/png of 3 bytes is left out]\n[log: file:///log]\ninside');
  expect(textOfResult({ content: [], structuredContent: { a: 1 } })).toBe('{"a":1}');
});
