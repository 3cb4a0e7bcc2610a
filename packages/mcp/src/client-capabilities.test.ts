import { mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createAuditLog } from '@atip/node';
import { readAuditLog } from '@atip/node/internal';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import type { McpSettings } from './mcp-settings.ts';
import { COMMANDS, connect, connectBoth, type DemoSettings, prepare, start, textOf } from './testing/demo-server.ts';

const SECRET = `ghp_${'a1B2'.repeat(9)}`;

test('a tool that is listed has an output schema, which the client holds results against', async () => {
  const { client } = await start({ line: true });
  const { tools } = await client.listTools();
  expect(tools.map(({ outputSchema }) => outputSchema?.required)).toStrictEqual(
    Array.from({ length: 5 }, () => ['stdout', 'stderr']),
  );
});

test('a model is told how to use the tools, and which need care', async () => {
  const { cwd, env, found } = await prepare();
  const instructions = async (confirm: McpSettings['confirm'] & string): Promise<string> =>
    (await connect({ found: [found], cwd, env, confirm })).getInstructions() ?? '';
  expect(await instructions('ask')).toMatch(
    /^Each tool runs one command .* A call that may do harm waits for the yes of a person\. [\s\S]*### Destructive Operations\n.*\n- demo_wipe: Wipes/,
  );
  expect(await instructions('deny')).toContain('A call that may do harm is refused.');
});

test('with --confirm client the client has the say where it was told of the harm, and the record names it', async () => {
  const { root, cwd, env, found } = await prepare();
  const log = await createAuditLog(join(root, 'audit.jsonl'));
  const rules = [{ run: 'demo say', decision: 'confirm' as const }];
  const settings = { found: [found], cwd, env, policy: { rules }, record: { log, who: 'me' } };
  const client = await connect({ ...settings, confirm: 'client' });
  const call = async (name: string) => textOf(await client.callTool({ name, arguments: { text: 'a' } }));
  expect(await call('demo_wipe')).toBe('wiped\n[Exit code: 0]');
  // It was listed as harmless, so no client can have warned its person.
  expect(await call('demo_say')).toContain('Nothing ran. This client cannot ask you.');
  await log.close();
  const decided: unknown[] = [];
  for await (const entry of readAuditLog(join(root, 'audit.jsonl')))
    if (entry['event'] === 'decision') decided.push([entry['approved'], entry['refused'], entry['reasons']]);
  expect(decided).toStrictEqual([
    [
      true,
      undefined,
      [
        'demo_wipe permanently destroys data.',
        'The MCP client "test 1.0.0" approved it; no person was asked by atip (--confirm client).',
      ],
    ],
    [undefined, 'unasked', ['demo_say is asked about by the rule "demo say".']],
  ]);
});

test('with --confirm client a client that saw a tool as harmless has no say when it has become harmful since', async () => {
  const { cwd, env, found } = await prepare();
  const { commands = {} } = found.tool;
  const say = { description: 'Says', ...commands['say'], effects: COMMANDS.wipe.effects };
  const harmful = { ...found, tool: { ...found.tool, commands: { ...commands, say } } };
  const { client, server } = await connectBoth({ cwd, env, confirm: 'client', found: [found] }, {});
  await client.listTools();
  server.updateTools([harmful]);
  const call = async () => textOf(await client.callTool({ name: 'demo_say', arguments: { text: 'a' } }));
  expect(await call()).toContain('Nothing ran. This client cannot ask you.');
  await client.listTools();
  expect(await call()).toBe('you said a\n[Exit code: 0]');
});

test('with --confirm client the person is still asked for a login', async () => {
  const effects = { ...COMMANDS.wipe.effects, network: true };
  const { cwd, env, found } = await prepare({ wipe: { ...COMMANDS.wipe, effects } });
  const methods = [{ type: 'token' as const, envVar: 'DEMO_LOGIN' }];
  const tool = { ...found.tool, trust: { source: 'user' as const }, authentication: { required: true, methods } };
  const settings = { found: [{ ...found, tool }], cwd, env: { ...env, DEMO_LOGIN: 'zz-of-no-form' } };
  const asked: string[] = [];
  const client = await connect({ ...settings, confirm: 'client' }, (message) => {
    asked.push(message);
    return { action: 'accept', content: { login: 'this session' } };
  });
  const wipe = async () => textOf(await client.callTool({ name: 'demo_wipe', arguments: { text: 'a' } }));
  expect(await wipe()).toContain('wiped');
  expect(asked).toStrictEqual([expect.stringMatching(/^demo needs your login: DEMO_LOGIN\./)]);
});

test('with --confirm deny nobody is asked, though the client could', async () => {
  const { client, cwd } = await start({ confirm: 'deny' }, () => {
    throw new Error('The client was asked.');
  });
  expect(textOf(await client.callTool({ name: 'demo_wipe', arguments: { text: 'a' } }))).toBe(
    'A person has to confirm this call: demo_wipe permanently destroys data. Nothing ran. This server is set up to ask nobody (--confirm deny). To run it yourself, in the same directory: atip run demo_wipe text=a',
  );
  expect(await readdir(cwd)).toStrictEqual([]);
});

test('what happens is logged, from the level that the client sets, without secrets or places', async () => {
  const { client, cwd } = await start();
  const logged: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    logged.push([params.level, String(params.data).replace(/\d+ ms/, 'N ms')]);
  });
  const say = () => client.callTool({ name: 'demo_say', arguments: { text: 'a' } });
  // Until the client sets a level it gets only warnings.
  await say();
  await client.setLoggingLevel('debug');
  await say();
  await client.setLoggingLevel('notice');
  await say();
  await client.callTool({ name: 'demo_say', arguments: { text: 'a', [SECRET]: 'x', [`${cwd}/x`]: 'y' } });
  expect(logged).toStrictEqual([
    ['debug', 'demo_say: allow.'],
    ['info', 'demo_say is run.'],
    ['info', 'demo_say ended: exit code 0, after N ms.'],
    ['notice', expect.stringMatching(/^demo_say was not run: .*\[REDACTED\].*…\/x/)],
  ]);
  expect(JSON.stringify(logged)).not.toContain('ghp_');
});

/** Calls of `demo wipe` leave a file in their directory. */
async function prepareRoots() {
  const { root, cwd, env, found } = await prepare();
  await mkdir(join(cwd, 'project'));
  await mkdir(join(root, '.config'));
  await symlink('/etc', join(cwd, 'elsewhere'));
  const reported: string[] = [];
  const run = async (start: string, uri: string): Promise<readonly [text: string, reported: readonly string[]]> => {
    const settings: DemoSettings = {
      atRoot: async (directory) => ({ writable: [directory] }),
      report: (error) => void reported.push(String(error)),
      writable: [start],
      confirm: 'client',
    };
    const { client } = await connectBoth({ found: [found], cwd: start, env, ...settings }, { roots: [uri] });
    return [textOf(await client.callTool({ name: 'demo_wipe', arguments: { text: 'a' } })), reported];
  };
  return { home: root, cwd, run };
}

test('calls run in the root of the client, below the directory of the server', async () => {
  const { home, cwd, run } = await prepareRoots();
  const project = join(cwd, 'project');
  expect(await run(cwd, pathToFileURL(project).href)).toStrictEqual(['wiped\n[Exit code: 0]', []]);
  expect([await readdir(cwd), await readdir(project)]).toStrictEqual([['elsewhere', 'project'], ['wiped']]);
  // From the home, where clients start servers, a call could write nothing.
  expect((await run(home, pathToFileURL(project).href))[1]).toStrictEqual([]);
});

test.each([
  ['outside', (_home: string, cwd: string) => cwd, () => 'file:///etc', 'it is outside'],
  ['by a link', (_home: string, cwd: string) => cwd, (_: string, cwd: string) => `file://${cwd}/elsewhere`, 'outside'],
  ['nowhere', (_home: string, cwd: string) => cwd, () => 'file:///nope', 'it is not a directory on this machine.'],
  [
    'an address',
    (_home: string, cwd: string) => cwd,
    () => 'https://a.org/',
    "The client's roots are not as the protocol has them.",
  ],
  ['hidden', (home: string) => home, (home: string) => `file://${home}/.config`, 'it is not your own directory'],
  ['of the system', () => '/', () => 'file:///usr', 'it is not your own directory'],
])('a root that is %s is refused, which is said', async (_name, start, uri, why) => {
  const { home, cwd, run } = await prepareRoots();
  const [, reported] = await run(start(home, cwd), uri(await realpath(home), cwd));
  expect(reported).toStrictEqual([expect.stringContaining(why)]);
  expect(await readdir(cwd)).toContain('project');
});

test('with search there are three tools for any number of commands, and each run is decided like any other', async () => {
  const { cwd, env, found } = await prepare();
  const client = await connect({ found: [found], cwd, env, strategy: 'search' });
  const { tools } = await client.listTools();
  expect(
    tools.map(({ name, annotations, outputSchema }) => [
      name,
      annotations?.readOnlyHint,
      annotations?.destructiveHint,
      outputSchema !== undefined,
    ]),
  ).toStrictEqual([
    ['search_commands', true, false, false],
    ['describe_command', true, false, false],
    ['run_command', false, true, true],
  ]);
  const call = async (name: string, args: object) => textOf(await client.callTool({ name, arguments: { ...args } }));
  expect(await call('search_commands', { query: 'wipe' })).toBe(
    'demo_wipe (demo wipe): Wipes [⚠️ DESTRUCTIVE]; a person is asked first',
  );
  expect(await call('describe_command', { command: 'demo_say' })).toContain(
    'Parameters, for "arguments" of run_command',
  );
  const run = (command: string) => call('run_command', { command, arguments: { text: 'a' } });
  expect(await run('demo_say')).toBe('you said a\n[Exit code: 0]');
  expect(await run('demo_wipe')).toContain(
    'Nothing ran. This client cannot ask you. To run it yourself, in the same directory: atip run demo_wipe text=a',
  );
  expect(await readdir(cwd)).toStrictEqual([]);
});
