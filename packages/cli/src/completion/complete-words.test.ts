import { Readable } from 'node:stream';
import { type AtipTool, mapToCommand, parametersOf } from '@atip/core';
import { expect, test } from 'vitest';
import { createProgram } from '../create-program.ts';
import { completeWords } from './complete-words.ts';
import { NAME_ARGUMENTS } from './complete-value.ts';
import type { KnownNames } from './known-names.ts';

const output = { write: () => true };
const host = {
  args: [],
  cwd: '/',
  env: {},
  stdin: Readable.from([]),
  stdout: output,
  stderr: output,
  signal: new AbortController().signal,
};
const program = createProgram({ host, end: () => undefined });

const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 't',
  version: '1',
  description: 'A tool',
  commands: {
    go: {
      description: 'Goes',
      arguments: [{ name: 'to', type: 'file', description: 'Where', variadic: true }],
      options: [
        { name: 'max', flags: ['--max'], type: 'integer', description: 'How often\u001b[2J' },
        {
          name: 'mode',
          flags: ['--mode'],
          type: 'enum',
          enum: ['a b', '$(x)', 'c\nd', 'e\u202ef'],
          description: 'How',
        },
        { name: 'dry', flags: ['--dry'], type: 'boolean', description: 'Or not' },
        { name: 'in', flags: ['--in'], type: 'directory', description: 'In' },
      ],
    },
  },
};
const NAMES: KnownNames = {
  tools: async () => [
    { value: 'gh', description: 'GitHub' },
    { value: 'git', description: 'History' },
  ],
  commands: async () => [
    { value: 't_go', description: 'Goes first' },
    { value: 't_come', description: 'Comes' },
    { value: 't_go', description: 'Goes last' },
  ],
  parameters: async (command) => (command === 't_go' ? parametersOf(mapToCommand(command, [TOOL])) : []),
};

const complete = (words: readonly string[]) => completeWords(program, words, NAMES);
const values = async (...words: string[]) => (await complete(words)).values.map(({ value }) => value);

test.each([
  [['va'], ['validate']],
  [
    ['audit', ''],
    ['verify', 'show', 'help'],
  ],
  [['help', 'dis'], ['discover']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish', 'help'],
  ],
  [['nothing', ''], []],
  [
    ['compile', '--to', 'openai'],
    ['openai', 'openai-responses'],
  ],
  [['compile', '--to=openai-'], ['--to=openai-responses']],
  [['compile', '--s'], ['--strict']],
  [['compile', '--strict', '--s'], []],
  [['compile', '--', '--s'], []],
  [['compile', '--to', '--strict', '--s'], ['--strict']],
  [['discover', '--probe', 'x', '--pro'], ['--probe']],
  [
    ['show', 'g'],
    ['gh', 'git'],
  ],
  [['show', 'gh', 'g'], []],
  [['compile', 'gh', 'gi'], ['git']],
  [['check', '--policy', 're'], ['read-only']],
  [
    ['run', 't_'],
    ['t_go', 't_come'],
  ],
  [
    ['run', 't_go', 'm'],
    ['max=', 'mode='],
  ],
  [['run', 't_go', 'max=1', 'm'], ['mode=']],
  [['run', 't_go', 'to=a', 't'], ['to=']],
  [['run', 't_go', '--yes', 'ma'], ['max=']],
  [['run', 't_go', '--policy', 'open', 'ma'], ['max=']],
  [
    ['run', 't_go', 'dry='],
    ['dry=true', 'dry=false'],
  ],
  [['run', 't_go', 'none='], []],
  [['run', 't_nothing', ''], []],
])('%j can become %j', async (words, expected) => {
  expect(await values(...words)).toStrictEqual(expected);
});

test('a value that a reader could not see whole is not offered, any other is, however it looks to a shell', async () => {
  expect(await values('run', 't_go', 'mode=')).toStrictEqual(['mode=a b', 'mode=$(x)']);
});

test('a completion says what it is, in one safe line; of two commands of a name the later counts', async () => {
  expect((await complete(['run', 't_go', 'max'])).values).toStrictEqual([{ value: 'max=', description: 'How often' }]);
  expect((await complete(['run', 't_g'])).values).toStrictEqual([{ value: 't_go', description: 'Goes last' }]);
  expect((await complete(['pro'])).values).toStrictEqual([
    { value: 'prompt', description: 'write the part of a system prompt that says which commands are dangerous' },
  ]);
});

test.each([
  [['validate', ''], 'files', ''],
  [['diff', 'a.json', ''], 'files', ''],
  [['diff', 'a.json', 'b.json', ''], 'none', ''],
  [['compile', 'x'], 'files', ''],
  [['show', 'x'], 'none', ''],
  [['run', 't_go', '--cwd', ''], 'directories', ''],
  [['check', '--policy=x'], 'files', '--policy='],
  [['run', 't_go', 'to=x'], 'files', 'to='],
  [['run', 't_go', 'in='], 'directories', 'in='],
  [['run', 't_go', 'max='], 'none', 'max='],
])('after %j the shell adds: %s', async (words, paths, beforePath) => {
  const completions = await complete(words);
  expect([completions.paths, completions.beforePath]).toStrictEqual([paths, beforePath]);
});

test('every argument that is completed by name is one of the program', () => {
  const known = program.commands.flatMap((command) =>
    command.registeredArguments.map((argument) => `${command.name()} ${argument.name()}`),
  );
  expect(Object.keys(NAME_ARGUMENTS).filter((key) => !known.includes(key))).toStrictEqual([]);
});
