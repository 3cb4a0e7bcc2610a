import { parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { runTestCli } from '../testing/run-test-cli.ts';

const HELP =
  'Remove things.\n\nUsage: gone rm [OPTIONS] FILE...\n\nOptions:\n  -f, --force   Do not ask\n  -P, --pair <A> <B>   Two of them\n  -NUM   So many\n';

test('help text on standard input becomes a document; what was lost is said beside it', async () => {
  const { code, stdout, stderr } = await runTestCli(['describe', '-', '--no-effects'], { input: HELP });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    name: 'gone',
    trust: { source: 'inferred' },
    commands: {
      rm: {
        description: 'Remove things',
        arguments: [{ name: 'file', type: 'file', description: '', variadic: true }],
        options: [
          { name: 'force', flags: ['-f', '--force'], type: 'boolean', description: 'Do not ask' },
          { name: 'pair', flags: ['-P', '--pair'], type: 'array', 'x-words': 2 },
        ],
      },
    },
  });
  expect(stderr).toBe(
    'info: Line 8: -NUM stands for flags that it does not spell out, so it is left out. [import-placeholder]\n',
  );
});

const SOURCES: readonly (readonly [string, string])[] = [
  ['oclif', JSON.stringify({ commands: { list: { id: 'list', summary: 'List them', flags: {}, args: {} } } })],
  ['mcp', JSON.stringify({ tools: [{ name: 'list', description: 'List them', inputSchema: { type: 'object' } }] })],
];

test.each(SOURCES)('%s is told by its form', async (_format, input) => {
  const { code, stdout } = await runTestCli(['describe', '-', '--name', 'thing'], { input });
  const { tool } = parseTool(stdout);
  expect([code, tool?.name, tool?.commands?.['list']?.description]).toStrictEqual([0, 'thing', 'List them']);
});

test.each([
  ['help', 'Nothing of use.\n', 'a usage, a list of options or a list of commands'],
  ['mcp', '{"tools":[]}', 'tools with a "name"'],
  ['oclif', '{"commands":{"base":{"id":"base","hidden":true}}}', 'objects in "commands" that are not "hidden"'],
])(
  'a source without a command gives no document, and what was looked for is said: %s',
  async (format, input, sought) => {
    const { code, stdout, stderr } = await runTestCli(['describe', '-', '--from', format], { input });
    expect([code, stdout]).toStrictEqual([1, '']);
    expect(stderr).toContain(`It has no command; we looked for ${sought}`);
  },
);

test('a source that cannot be read: exit code 1 and a sentence', async () => {
  const { code, stdout, stderr } = await runTestCli(['describe', '-', '--from', 'oclif'], { input: '{' });
  expect([code, stdout]).toStrictEqual([1, '']);
  expect(stderr).toContain('<stdin> is not JSON.');
});

test.each([['--save'], ['--depth', '2']])('%s is for programs: a file is refused with it', async (...option) => {
  const { code, stdout, stderr } = await runTestCli(['describe', '-', ...option], { input: HELP });
  expect([code, stdout]).toStrictEqual([2, '']);
  expect(stderr).toBe(`atip: ${option[0]} is for a program; - is a file, whose document is written.\n`);
});
