import { readdir } from 'node:fs/promises';
import type { AtipCommand } from '@atip/core';
import { SEARCH_TOOLS } from '@atip/core/internal';
import { loadConfiguration } from '@atip/node';
import { keepRules } from '@atip/node/internal';
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import type { HostOptions } from '@atip/node';
import { COMMANDS, connect, prepare, QUIET, start, TEXT, textOf } from './testing/demo-server.ts';

test('commands are listed with what their effects say, and a call runs the program', async () => {
  const { client } = await start();
  const { tools, nextCursor } = await client.listTools();
  expect(nextCursor).toBe(undefined);
  expect(
    tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
  ).toStrictEqual([
    ['demo_say', true, false],
    ['demo_wipe', false, true],
    ['demo_wait', true, false],
    ['demo_leak', true, false],
  ]);
  const result = await client.callTool({ name: 'demo_say', arguments: { text: 'hello' } });
  expect(result).toStrictEqual({
    content: [{ type: 'text', text: 'you said hello\n[Exit code: 0]' }],
    structuredContent: {
      ...{ exitCode: 0, stdout: 'you said hello\n', stderr: '' },
      ...{ truncated: false, timedOut: false, sandboxed: true, notes: [] },
    },
    isError: false,
  });
});

test('what a program says is redacted, and its failure is an error that a model can read', async () => {
  const { client } = await start();
  const result = await client.callTool({ name: 'demo_leak', arguments: {} });
  expect(JSON.stringify(result)).toContain('REDACTED');
  expect(JSON.stringify(result)).not.toContain('ghp_');
  expect(result['isError']).toBe(true);
});

const REASON = 'demo_wipe permanently destroys data.';
const AGAIN = 'Find out whether they want it before you call it again.';

test.each<[string, ElicitResult, string, boolean]>([
  ['accepted', { action: 'accept' }, 'wiped\n[Exit code: 0]', true],
  [
    'declined',
    { action: 'decline' },
    `The confirmation was declined: ${REASON} Nothing ran. The person said no: do not try the same in another way, ask them what to do instead.`,
    false,
  ],
  ['closed', { action: 'cancel' }, `Nothing ran: the person closed the question without an answer. ${AGAIN}`, false],
])(
  'a destructive call asks the person of the client, who sees every argument: %s',
  async (_name, answer, said, runs) => {
    const { cwd, env, found } = await prepare();
    const asked: string[] = [];
    const schemas: unknown[] = [];
    const client = await connect({ found: [found], cwd, env }, (message, schema) => {
      asked.push(message);
      schemas.push(schema);
      return answer;
    });
    const result = await client.callTool({ name: 'demo_wipe', arguments: { text: 'a" "b\u202e' } });
    expect(asked).toHaveLength(1);
    const { path = '' } = found.executable ?? {};
    expect(asked[0]?.split('\n')).toStrictEqual([
      'demo wipe is about to run.  [⚠️ DESTRUCTIVE]',
      `  program   "${path}"`,
      `  argv[0]   "${path}"`,
      '  argv[1]   "wipe"',
      '  argv[2]   "a\\" \\"b\\u{202e}"',
      `  in        "${cwd}"`,
      '  may       destroy, write files; the rest is not stated',
      '  because   demo_wipe permanently destroys data.',
    ]);
    expect(schemas).toStrictEqual([{ type: 'object', properties: {} }]);
    expect([textOf(result), await readdir(cwd)]).toStrictEqual([said, runs ? ['wiped'] : []]);
    expect(result['isError']).toBe(!runs);
  },
);

test('what is more than a person could read is not asked about, and the model is told', async () => {
  const { cwd, env, found } = await prepare();
  let asked = 0;
  const client = await connect({ found: [found], cwd, env }, () => {
    asked += 1;
    return { action: 'accept' };
  });
  const result = await client.callTool({ name: 'demo_wipe', arguments: { text: 'x'.repeat(4_000) } });
  expect(textOf(result)).toMatch(/Nothing ran: the call is too long for a person to review\. Call it with less\.$/);
  expect([asked, await readdir(cwd)]).toStrictEqual([0, []]);
});

test.each([true, false])('where a terminal is asked, the client is not: %s', async (approved) => {
  const { cwd, env, found } = await prepare();
  const asked: string[] = [];
  const ask: HostOptions['ask'] = async ({ command, started }) => {
    asked.push(`${command.command.join(' ')}: ${started.at(-1)}`);
    return approved;
  };
  const client = await connect({ found: [found], cwd, env, ask }, () => {
    throw new Error('The client was asked.');
  });
  const result = await client.callTool({ name: 'demo_wipe', arguments: { text: 'x' } });
  expect([asked, result['isError'], await readdir(cwd)]).toStrictEqual([
    ['demo wipe: x'],
    !approved,
    approved ? ['wiped'] : [],
  ]);
});

test('a cancelled request takes its question back, and gets no answer', async () => {
  const { cwd, env, found } = await prepare();
  const abort = new AbortController();
  let withdrawn: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    withdrawn = resolve;
  });
  const ask: HostOptions['ask'] = (_plan, { signal }) =>
    new Promise((answer) => {
      signal?.addEventListener('abort', () => {
        answer(true);
        withdrawn();
      });
      abort.abort(new Error('Enough.'));
    });
  const client = await connect({ found: [found], cwd, env, ask });
  const responses: unknown[] = [];
  const { transport } = client;
  const { onmessage } = transport ?? {};
  if (transport) {
    transport.onmessage = (message, extra) => {
      if ('id' in message && !('method' in message)) responses.push(message);
      onmessage?.(message, extra);
    };
  }
  const call = client.callTool({ name: 'demo_wipe', arguments: { text: 'x' } }, undefined, { signal: abort.signal });
  await expect(call).rejects.toThrow('Enough.');
  await over;
  // The answer comes after all messages about the request before it.
  await client.ping();
  expect(responses).toHaveLength(1);
  expect(await readdir(cwd)).toStrictEqual([]);
});

test('what stands against a call is a result', async () => {
  const { client } = await start();
  const result = await client.callTool({ name: 'demo_say', arguments: {} });
  expect([result['isError'], textOf(result)]).toStrictEqual([true, expect.stringContaining('is required')]);
});

test('of more than a page of commands those of daily use are offered, and three tools for the rest', async () => {
  const commands = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`c${index}`, { description: 'C', 'x-everyday': index > 240 }]),
  );
  const { cwd, env, found } = await prepare({ ...commands, say: COMMANDS.say });
  const client = await connect({ found: [found], cwd, env });
  const { tools, nextCursor } = await client.listTools();
  const everyday = Array.from({ length: 9 }, (_, at) => `demo_c${241 + at}`);
  const names = tools.map(({ name }) => name);
  expect([names, nextCursor]).toStrictEqual([[...everyday, ...Object.values(SEARCH_TOOLS)], undefined]);
  const run = { name: SEARCH_TOOLS.run, arguments: { command: 'demo_say', arguments: { text: 'hi' } } };
  expect(textOf(await client.callTool(run))).toContain('hi');
  const answer = await client.callTool({ name: SEARCH_TOOLS.search, arguments: { query: 'say' } });
  expect(textOf(answer)).toContain('demo_say');
});

test('many commands come in pages, each once', async () => {
  const command: AtipCommand = { description: 'C' };
  const commands = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`c${index}`, command]));
  const { cwd, env, found } = await prepare(commands);
  const client = await connect({ found: [found], cwd, env, strategy: 'discrete' });
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor });
    pages.push(tools.map(({ name }) => name));
    cursor = nextCursor;
  } while (cursor !== undefined);
  expect(pages.map(({ length }) => length)).toStrictEqual([100, 100, 50]);
  expect(pages.flat()).toStrictEqual(Object.keys(commands).map((name) => `demo_${name}`));
  for (const unknown of ['7', '300', '-100', 'next', ''])
    expect(await client.listTools({ cursor: unknown })).toEqual({ tools: [] });
});

test.each([
  ['only this call', 2, 0],
  // The server does not offer it.
  ['always: rm -rf /', 2, 0, 'Nothing ran: the question got no answer.'],
  ['this session: demo wipe where text is a, and nothing else, in HERE', 1, 0],
  ['always: demo wipe where text is a, and nothing else, in HERE', 1, 1],
])('a person chooses how long a yes holds: %s', async (choice, questions, written, said = 'wiped') => {
  const { cwd, env, found } = await prepare();
  const remember = choice.replace('HERE', cwd);
  const asked: unknown[] = [];
  const rules = keepRules({ byTrust: false }, { env, who: 'client' });
  const client = await connect({ found: [found], cwd, env, rules }, (_message, schema) => {
    asked.push(schema);
    return { action: 'accept', content: { remember } };
  });
  const wipe = async (text: string) => textOf(await client.callTool({ name: 'demo_wipe', arguments: { text } }));
  for (const _time of [1, 2]) expect(await wipe('a')).toContain(said);
  const choices = [
    'only this call',
    ...['this session', 'always'].flatMap((scope) =>
      [cwd, 'any directory'].map((place) => `${scope}: demo wipe where text is a, and nothing else, in ${place}`),
    ),
  ];
  expect(asked).toHaveLength(questions);
  expect(asked[0]).toMatchObject({
    properties: { remember: { enum: choices, default: choices[0] } },
  });
  const { policy } = (await loadConfiguration({ env, cwd })).settings;
  expect(policy.rules ?? []).toHaveLength(written);
});

test.each([
  ['no', undefined],
  ['this session', undefined],
  ['always', true],
])('a person is asked once for the login of a tool that needs one: %s', async (login, written) => {
  const { cwd, env, found } = await prepare({
    say: { description: 'Says', arguments: [TEXT], effects: { ...QUIET, network: true } },
  });
  const methods = [{ type: 'token' as const, envVar: 'DEMO_LOGIN' }];
  const tool = { ...found.tool, trust: { source: 'user' as const }, authentication: { required: true, methods } };
  const asked: string[] = [];
  const settings = { found: [{ ...found, tool }], cwd, env: { ...env, DEMO_LOGIN: 'zz-of-no-form' } };
  const client = await connect(settings, (message) => {
    asked.push(message);
    return { action: 'accept', content: { login } };
  });
  for (const _time of [1, 2]) await client.callTool({ name: 'demo_say', arguments: { text: 'a' } });
  expect(asked).toStrictEqual([expect.stringMatching(/^demo needs your login: DEMO_LOGIN\. Only this tool gets it/)]);
  const { credentials } = (await loadConfiguration({ env, cwd })).settings;
  expect(credentials['demo']).toBe(written);
});
