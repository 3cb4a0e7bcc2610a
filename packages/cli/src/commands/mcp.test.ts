// needs: bwrap
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';
import { speak } from '../testing/speak-mcp.ts';

const leaf = { description: 'Does something', effects: { destructive: false } };
const DOCUMENT = {
  ...{ atip: { version: '0.4' }, name: 'demo', version: '1.0.0', description: 'Demo' },
  commands: { say: leaf, note: { description: 'Notes', commands: { add: leaf, list: leaf } } },
};

/** Speaks to `atip mcp` where `demo` has a document. */
async function begin(options: readonly string[], ...requests: readonly (readonly [string, object])[]) {
  const { path: cwd, write } = await createTemporaryDirectory();
  await write('.local/share/agent-tools/tools/demo.json', JSON.stringify(DOCUMENT));
  const env = { HOME: cwd, PATH: '/usr/bin:/bin', XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' };
  return speak(options, { env, cwd }, ...requests);
}

test.each([
  [[], ['demo_say', 'demo_note_add', 'demo_note_list']],
  [
    ['--tools', 'demo:say', 'demo:note l*'],
    ['demo_say', 'demo_note_list'],
  ],
  [
    ['--tools', 'demo:note'],
    ['demo_note_add', 'demo_note_list'],
  ],
  [
    ['--strategy', 'search'],
    ['search_commands', 'describe_command', 'run_command'],
  ],
  [
    ['--tools', 'demo', '--line'],
    ['demo_say', 'demo_note_add', 'demo_note_list', 'run_line'],
  ],
])('%j', async (options, names) => {
  const { answers, code } = await begin(options, ['tools/list', {}]);
  const tools = answers[1]?.['tools'];
  const listed = Array.isArray(tools) ? tools.map(({ name }: { readonly name: string }) => name) : tools;
  expect([listed, code]).toStrictEqual([names, 0]);
});

test.each([
  [['--tools', 'dmeo'], 1, 'No tool is called "dmeo" (did you mean "demo"?)'],
  [
    ['--tools', 'demo:wipe,sya,nope'],
    1,
    '"demo" has no command "sya" (did you mean "say"?), and "demo" has no command "nope"',
  ],
  [['--tools', 'none', 'demo:nope'], 1, 'No tool is called "none", and "demo" has no command "nope"'],
])('what is wrong with %j is told to the client as well', async (options, code, said) => {
  const spoken = await begin(options, ['tools/list', {}]);
  expect([spoken.code, spoken.answers[0]]).toStrictEqual([
    code,
    { code: -32602, message: expect.stringContaining(said) },
  ]);
  expect(spoken.stderr).toContain(said);
});

test.each([
  [['--strategy', 'all'], 'Allowed choices are discrete, search.'],
  [['--confirm', 'terminal'], 'Allowed choices are ask, client, deny.'],
])('%j is refused before a client is heard', async (options, said) => {
  const { code, stderr } = await begin(options);
  expect([code, stderr.includes(said)]).toStrictEqual([2, true]);
});

test('what was asked before the input ended is answered, and what is no request is answered with an error', async () => {
  const machine = await createDemoMachine();
  await machine.script('demo', '#!/bin/sh\nsleep 1\necho late\n');
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: HELLO },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'demo_say', arguments: { text: 'a' } } },
    { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'demo_wipe', arguments: {} } },
    { jsonrpc: '2.0', id: 4, method: 'tools/call', params: {} },
    { jsonrpc: '2.0', id: 5, method: 'tools/list', params: { cursor: 1 } },
    { jsonrpc: '2.0' },
  ].map((line) => JSON.stringify(line));
  const { answers, code, stderr } = await pipe(['not json', ...lines], machine);
  expect([code, stderr]).toStrictEqual([0, '']);
  const errorOf = (id: number | null) => answers.filter((one) => one.id === id).map(({ error }) => error);
  expect(errorOf(null)).toStrictEqual([
    { code: -32700, message: 'The line is not JSON.' },
    { code: -32600, message: 'The line is not a message of JSON-RPC 2.0.' },
  ]);
  expect([...errorOf(4), ...errorOf(5)]).toStrictEqual([
    { code: -32602, message: 'The request is not valid: params.name: expected string, received undefined.' },
    { code: -32602, message: 'The request is not valid: params.cursor: expected string, received number.' },
  ]);
  const texts = [2, 3].map((wanted) => answers.find(({ id }) => id === wanted)?.result?.content?.[0]?.text);
  expect(texts).toStrictEqual([
    expect.stringContaining('late\n'),
    expect.stringContaining('Nothing ran: the question got no answer.'),
  ]);
});

test('at a terminal it says what it waits for, and without tools how to choose some', async () => {
  const { env, work: cwd } = await createDemoMachine();
  const { stderr } = await pipe([], { env: { ...env, XDG_DATA_HOME: cwd }, work: cwd }, true);
  expect(stderr).toContain('no tool is offered. --tools git,curl offers');
  expect(stderr).toContain('an MCP client starts this and speaks to it on standard input and output');
});

const HELLO = {
  ...{ protocolVersion: '2025-11-25', clientInfo: { name: 'test', version: '1' } },
  capabilities: { elicitation: { form: {} } },
};

/** Gives `atip mcp` all lines at once, and the end of its input. */
async function pipe(
  lines: readonly string[],
  { env, work: cwd }: Pick<Awaited<ReturnType<typeof createDemoMachine>>, 'env' | 'work'>,
  isTTY = false,
) {
  const streams = { stdin: Object.assign(new PassThrough(), { isTTY }), stdout: new PassThrough() };
  streams.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const ended = await runTestCli(['mcp'], { env, cwd, streams });
  streams.stdout.end();
  const answers = (await text(streams.stdout)).split('\n').filter((line) => line !== '');
  return { ...ended, answers: answers.map((line) => JSON.parse(line)) };
}
