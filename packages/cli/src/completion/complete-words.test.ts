import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { afterAll, expect, test } from 'vitest';
import { createProgram } from '../run-cli.ts';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { testHost } from '../testing/run-test-cli.ts';
import { completeWords, NAME_ARGUMENTS } from './complete-words.ts';

const program = createProgram({ host: testHost(), end: () => undefined });

const tool = (name: string, description: string, commands: AtipTool['commands'] = {}): AtipTool => ({
  ...{ atip: { version: '0.4' }, name, version: '1', description, commands },
});
const TOOL: AtipTool = tool('t', 'A tool', {
  go: {
    description: 'Goes last',
    arguments: [{ name: 'to', type: 'file', description: 'Where', variadic: true }],
    options: [
      { name: 'max', flags: ['--max'], type: 'integer', description: 'How\noften' },
      { name: 'mode', flags: ['--mode'], type: 'enum', enum: ['a b', '$(x)', 'c\u00a0d'], description: 'How' },
      { name: 'dry', flags: ['--dry'], type: 'boolean', description: 'Or not' },
      { name: 'in', flags: ['--in'], type: 'directory', description: 'In' },
    ],
  },
  come: { description: 'Comes' },
});
const machine = await createDemoMachine(tool('demo', 'Demo'), afterAll);
for (const one of [TOOL, tool('gh', 'GitHub'), tool('git', 'History')])
  await writeFile(join(machine.home, '.local/share/agent-tools/tools', `${one.name}.json`), JSON.stringify(one));

const complete = (words: readonly string[]) => completeWords(program, words, machine.env);
const values = async (...words: string[]) => (await complete(words)).values.map(({ value }) => value);

test.each([
  [['va'], ['validate']],
  [['compile', '--to=openai-'], ['--to=openai-responses']],
  [['compile', '--to', '--strict', '--stri'], ['--strict']],
  [['mcp', '--tools', 'gh,gi'], ['gh,git']],
  [['mcp', '--tools', 'gh', 'gi'], ['git']],
  [
    ['compile', '--strategy', ''],
    ['discrete', 'search'],
  ],
  [['check', '--policy', 're'], ['read-only']],
  [['run', 't_go', 'to=a', 't'], ['to=']],
  [
    ['run', 't_go', 'dry='],
    ['dry=true', 'dry=false'],
  ],
])('%j can become %j', async (words, expected) => {
  expect(await values(...words)).toStrictEqual(expected);
});

test('a value that a reader could not see whole is not offered, any other is, however it looks to a shell', async () => {
  expect(await values('run', 't_go', 'mode=')).toStrictEqual(['mode=a b', 'mode=$(x)']);
});

test('a completion says what it is, in one safe line', async () => {
  expect((await complete(['run', 't_go', 'max'])).values).toStrictEqual([{ value: 'max=', description: 'How often' }]);
  expect((await complete(['run', 't_g'])).values).toStrictEqual([{ value: 't_go', description: 'Goes last' }]);
  expect((await complete(['val'])).values).toStrictEqual([
    {
      value: 'validate',
      description: 'check ATIP documents and show where they are wrong',
    },
  ]);
});

test.each([
  [['validate', ''], 'files', ''],
  [['run', 't_go', '--cwd', ''], 'directories', ''],
  [['run', 't_go', 'to=x'], 'files', 'to='],
  [['run', 't_go', 'in='], 'directories', 'in='],
])('after %j the shell adds: %s', async (words, paths, beforePath) => {
  const completions = await complete(words);
  expect([completions.paths, completions.beforePath]).toStrictEqual([paths, beforePath]);
});

test('every argument that is completed by name is one of the program', async () => {
  await program.define('all');
  const known = program.root.commands.flatMap((command) =>
    command.registeredArguments.map((argument) => `${command.name()} ${argument.name()}`),
  );
  expect(Object.keys(NAME_ARGUMENTS).filter((key) => !known.includes(key))).toStrictEqual([]);
});
