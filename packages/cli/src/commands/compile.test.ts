import {
  type AnthropicTool,
  type AtipTool,
  buildRequest,
  compile,
  selectCommands,
  generateSafetyPrompt,
  type OpenAITool,
} from '@atip/core';
import { expect, test } from 'vitest';
import { createDemoMachine, DEMO_TOOL } from '../testing/demo-machine.ts';
import { type CliRun, runTestCli } from '../testing/run-test-cli.ts';

const SMALL: AtipTool = {
  atip: '0.3',
  name: 'small',
  version: '1.0.0',
  description: 'Does what this test needs',
  commands: {
    one: { description: 'The first of the commands', effects: { network: false, destructive: false } },
    two: {
      description: 'The second of the commands',
      commands: {
        deep: {
          description: 'One level further down',
          arguments: [{ name: 'path', type: 'string', required: false, description: 'Where' }],
          examples: ['small two deep here'],
          effects: { network: true, destructive: false },
        },
      },
    },
  },
};

/** Runs `atip compile` where `small.json` and `demo.json` are files, and `demo` is a known tool. */
async function prepare(): Promise<(...args: string[]) => Promise<CliRun>> {
  const { env, work: cwd, write } = await createDemoMachine();
  await write('small.json', JSON.stringify(SMALL));
  return (...args) => runTestCli(['compile', ...args], { env, cwd, input: JSON.stringify(SMALL) });
}

test('the tools are written as a provider takes them, alone or in a request', async () => {
  const [run, provider] = [await prepare(), 'gemini'] as const;
  const { code, stdout } = await run('small.json', '--to', provider);
  const { tools } = compile([SMALL], provider);
  expect([code, JSON.parse(stdout)]).toStrictEqual([0, tools]);
  const request = await run('small.json', '--to', provider, '--request');
  expect([request.code, JSON.parse(request.stdout)]).toStrictEqual([0, buildRequest(provider, tools)]);
});

test('--strategy and --examples are settings of compiling', async () => {
  const run = await prepare();
  const found = await run('small.json', '--to', 'openai', '--strategy', 'search');
  expect(JSON.parse(found.stdout)).toStrictEqual(compile([SMALL], 'openai', { strategy: 'search' }).tools);
  const told = await run('small.json', '--to', 'anthropic', '--examples');
  expect(
    JSON.parse(told.stdout).map(({ description }: AnthropicTool) => description.includes('Examples: ')),
  ).toStrictEqual([false, true]);
});

test('--commands and --depth choose, in whichever tool has them', async () => {
  const run = await prepare();
  const chosen = await run('demo', 'small.json', '--to', 'openai', '--commands', 'two deep,one');
  expect(JSON.parse(chosen.stdout)).toStrictEqual(
    compile([selectCommands(SMALL, { commands: ['two deep', 'one'] })], 'openai').tools,
  );
  // A tool without any of the named commands is left out, and its losses too.
  const listed = await run('demo', 'small.json', '--to', 'openai', '--commands', 'one', '--losses');
  expect(new Set(JSON.parse(listed.stdout).losses.map(({ tool }: { tool: string }) => tool))).toStrictEqual(
    new Set(['small']),
  );
  const shallow = await run('small.json', '--to', 'openai', '--depth=1');
  expect(JSON.parse(shallow.stdout)).toStrictEqual(compile([selectCommands(SMALL, { depth: 1 })], 'openai').tools);
});

test.each([
  ['an unknown provider', ['small.json', '--to', 'opnai'], 'Allowed choices are openai, openai-responses, anthropic,'],
  ['a depth in words', ['small.json', '--to', 'openai', '--depth', 'all'], 'A whole number above 0 is expected.'],
  ['two forms at once', ['small.json', '--to', 'openai', '--request', '--losses'], 'cannot be used with option'],
])('%s is a usage error', async (_, args, message) => {
  const { code, stdout, stderr } = await (await prepare())(...args);
  expect([code, stdout]).toStrictEqual([2, '']);
  expect(stderr).toContain(message);
});

test.each([
  ['a name that nothing has', 'nothing', 1, /^atip: There is no file nothing, and no tool of that name is known\./],
  [
    'a file that is not there',
    './nothing',
    5,
    /^atip: \.\/nothing cannot be read: there is no such file \(ENOENT\)\.\n$/,
  ],
])('%s ends it', async (_, source, expected, message) => {
  const { code, stdout, stderr } = await (await prepare())(source, '--to', 'openai');
  expect([code, stdout]).toStrictEqual([expected, '']);
  expect(stderr).toMatch(message);
});

test('a document in error is explained on stderr, and nothing is compiled', async () => {
  expect(
    await runTestCli(['compile', '-', '--to', 'openai'], { input: '{"atip":"0.3","name":"a","version":"1"}' }),
  ).toStrictEqual({
    code: 1,
    stdout: '',
    stderr: [
      '<stdin>:1:1: error: "description" is missing in the tool; add it. [missing-field]',
      '   1 | {"atip":"0.3","name":"a","version":"1"}',
      '       ^',
      'atip: <stdin> is not valid (1 error).',
      '',
    ].join('\n'),
  });
});

function withCommands(count: number, everyday: readonly number[] = []): string {
  const keys = Array.from({ length: count }, (_, index) => [
    `c${index}`,
    { description: '', 'x-everyday': everyday.includes(index) },
  ]);
  return JSON.stringify({ ...SMALL, commands: Object.fromEntries(keys) });
}

test('the prompt of a known tool is written as markdown', async () => {
  const { env, work: cwd } = await createDemoMachine();
  const { code, stdout } = await runTestCli(['compile', '--prompt', 'demo'], { env, cwd });
  expect([code, stdout]).toStrictEqual([0, `${generateSafetyPrompt([DEMO_TOOL])}\n`]);
  expect(stdout).toContain('- demo_wipe: Writes a file');
});

test('where nothing is dangerous, stderr says so and stdout is empty', async () => {
  const input = JSON.stringify({
    atip: '0.3',
    name: 'calm',
    trust: { source: 'org' },
    version: '1.0.0',
    description: 'Does what this test needs',
    commands: { '': { description: 'Counts the lines of a file', effects: { network: false, destructive: false } } },
  });
  expect(await runTestCli(['compile', '--prompt', '-'], { input })).toStrictEqual({
    code: 0,
    stdout: '',
    stderr: 'No command is known to be dangerous, so the prompt is empty.\n',
  });
});

test.each([
  ['the commands of daily use', [3, 150], ['small_c3', 'small_c150']],
  ['the first that fit', [], Array.from({ length: 128 }, (_, at) => `small_c${at}`)],
])('of more tools than the provider takes these are written: %s', async (which, everyday, names) => {
  const input = withCommands(200, everyday);
  const { code, stdout, stderr } = await runTestCli(['compile', '-', '--to', 'openai'], { input });
  const tools: OpenAITool[] = JSON.parse(stdout);
  expect([code, tools.map((tool) => tool.function.name)]).toStrictEqual([0, names]);
  expect(stderr).toMatch(new RegExp(`^${names.length} tools, about [\\d,]+ tokens, `, 'm'));
  expect(stderr).toMatch(
    new RegExp(
      `^Left out: ${200 - names.length} of 200 commands, .* These are ${which}\\. --commands NAMES .* --all `,
      'm',
    ),
  );
});

test('an everyday list that is longer than the limit is cut to its beginning', async () => {
  const input = withCommands(
    200,
    Array.from({ length: 150 }, (_, at) => at + 50),
  );
  const { code, stdout } = await runTestCli(['compile', '-', '--to', 'openai'], { input });
  const tools: OpenAITool[] = JSON.parse(stdout);
  expect([code, tools.length, tools[0]?.function.name]).toStrictEqual([0, 128, 'small_c50']);
});

test('with --all the provider would refuse them, so none is written', async () => {
  const { code, stdout, stderr } = await runTestCli(['compile', '-', '--to', 'openai', '--all'], {
    input: withCommands(200),
  });
  expect([code, stdout]).toStrictEqual([1, '']);
  expect(stderr).toMatch(
    /^error: OpenAI refuses a request with 200 tools, so nothing was written\. .* \[too-many-tools\]$/m,
  );
});

test('a parameter that is not offered is known, and --all writes it', async () => {
  const input = JSON.stringify({
    ...{ atip: { version: '0.4' }, name: 'demo', version: '1', description: 'Demo' },
    commands: {
      list: {
        description: 'Lists',
        options: [
          { name: 'long', flags: ['--long'], type: 'boolean', description: 'Says more' },
          { name: 'output', flags: ['--output'], type: 'file', description: 'Into a file', 'x-offered': false },
        ],
      },
    },
  });
  const keysWith = async (...more: string[]) => {
    const { stdout } = await runTestCli(['compile', '-', '--to', 'openai', ...more], { input });
    const [tool]: OpenAITool[] = JSON.parse(stdout);
    return Object.keys(tool?.function.parameters.properties ?? {});
  };
  expect(await keysWith()).toStrictEqual(['long']);
  expect(await keysWith('--all')).toStrictEqual(['long', 'output']);
});
