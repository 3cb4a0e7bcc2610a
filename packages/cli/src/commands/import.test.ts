import { parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { runTestCli } from '../testing/run-test-cli.ts';

const HELP =
  'Remove things.\n\nUsage: gone rm [OPTIONS] FILE...\n\nOptions:\n  -f, --force   Do not ask\n  -P, --pair <A> <B>   Two of them\n';

test('help text on standard input becomes a document; what was lost is said beside it', async () => {
  const { code, stdout, stderr } = await runTestCli(['import', 'help', '--no-effects'], { input: HELP });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    name: 'gone',
    trust: { source: 'inferred' },
    commands: {
      rm: {
        description: 'Remove things',
        arguments: [{ name: 'file', type: 'file', description: '', variadic: true }],
        options: [{ name: 'force', flags: ['-f', '--force'], type: 'boolean', description: 'Do not ask' }],
      },
    },
  });
  expect(stderr).toBe(
    'info: Line 7: -P, --pair takes 2 values, which ATIP options cannot, so it is left out. [import-arity]\n',
  );
});

test('effects are inferred unless that is switched off; nothing is called safe that is not known to be', async () => {
  const { stdout } = await runTestCli(['import', 'help'], { input: HELP });
  expect(JSON.parse(stdout).commands.rm.effects).toMatchObject({ destructive: true });
  const without = await runTestCli(['import', 'help', '--no-effects'], { input: HELP });
  expect(JSON.parse(without.stdout).commands.rm.effects).toBe(undefined);
});

const SOURCES: readonly (readonly [string, string])[] = [
  ['fig', JSON.stringify({ name: 'thing', subcommands: [{ name: 'list', description: 'List them' }] })],
  ['carapace', 'name: thing\ncommands:\n  - name: list\n    description: List them\n'],
  ['oclif', JSON.stringify({ commands: { list: { id: 'list', summary: 'List them', flags: {}, args: {} } } })],
  ['usage', 'bin "thing"\ncmd "list" help="List them"\n'],
  // Syntax of KDL 1.
  ['usage', 'bin "thing"\ncmd "list" help="List them" hide=false\n'],
  ['cobra', 'name: thing\nsynopsis: Keeps things\n---\nname: thing list\nsynopsis: List them\n'],
  ['cobra', JSON.stringify([{ name: 'thing list', synopsis: 'List them' }])],
  ['clap', JSON.stringify({ name: 'thing', subcommands: [{ name: 'list', about: 'List them' }] })],
  ['click', JSON.stringify({ command: { params: [], commands: { list: { params: [], help: 'List them' } } } })],
  [
    'argparse',
    JSON.stringify({
      actions: [{ class: '_SubParsersAction', commands: [{ names: ['list'], help: 'List them', parser: {} }] }],
    }),
  ],
  ['mcp', JSON.stringify({ tools: [{ name: 'list', description: 'List them', inputSchema: { type: 'object' } }] })],
];

test.each(SOURCES)('%s', async (format, input) => {
  const { code, stdout } = await runTestCli(['import', format, '-', '--name', 'thing'], { input });
  const { tool } = parseTool(stdout);
  expect([code, tool?.name, tool?.commands?.['list']?.description]).toStrictEqual([0, 'thing', 'List them']);
});

test.each([
  ['fig', '{', '<stdin> is not JSON.'],
  ['carapace', 'a: [', '<stdin> is not YAML'],
  ['usage', 'a {', '<stdin> is not KDL'],
  [
    'carapace',
    `a: &a [x]\n${Array.from({ length: 200 }, (_, at) => `k${at}: *a`).join('\n')}\n`,
    '<stdin> is not YAML',
  ],
])('%s that cannot be read: exit code 1 and a sentence', async (format, input, message) => {
  const { code, stdout, stderr } = await runTestCli(['import', format], { input });
  expect([code, stdout]).toStrictEqual([1, '']);
  expect(stderr).toContain(message);
});
