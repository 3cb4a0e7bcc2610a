import { expect, test } from 'vitest';
import type { AtipCommand, AtipOption, AtipTool } from '../types/tool.ts';
import { findDrift } from './find-drift.ts';

const tool = (commands: Record<string, AtipCommand>, more: Partial<AtipTool> = {}): AtipTool => ({
  atip: { version: '0.4' },
  name: 'notes',
  version: '1.0.0',
  description: 'Keeps notes',
  ...more,
  commands,
});

const LIST: AtipCommand = {
  description: 'Prints all',
  'x-aliases': ['ls'],
  arguments: [{ name: 'path', type: 'file', description: 'Where' }],
  options: [
    { name: 'sort', flags: ['-s', '--sort'], type: 'enum', enum: ['date', 'title'], description: 'Order' },
    { name: 'tag', flags: ['--tag'], type: 'array', description: 'Only these' },
  ],
};

const messages = (document: AtipTool, installed: AtipTool, by: 'framework' | 'help' = 'framework'): string[] =>
  findDrift(document, installed, { by }).differences.map(
    ({ kind, path, name = '', field = '', message }) => `${kind} ${path.join(' ')} ${name} ${field}: ${message}`,
  );

test('a framework knows every fact, and each that differs is said', () => {
  const changed: AtipCommand = {
    description: 'Prints them all',
    'x-aliases': ['l'],
    arguments: [{ name: 'path', type: 'string', description: 'Where', required: false, variadic: true }],
    options: [
      { name: 'order', flags: ['--sort'], type: 'enum', enum: ['date', 'size'], description: 'Order' },
      { name: 'limit', flags: ['--limit'], type: 'integer', description: 'How many' },
    ],
  };
  expect(messages(tool({ list: LIST, gone: LIST }), tool({ list: changed, add: LIST }))).toStrictEqual([
    'differs list  aliases: It is also called l.',
    'differs list  aliases: It is no longer called ls.',
    'differs list --sort flags: The program does not know -s.',
    'differs list --sort name: The document calls it sort, the program order.',
    'differs list --sort choices: It takes size too.',
    'differs list --sort choices: It does not take title.',
    'undocumented list --limit : The document has no such option.',
    'gone list --tag : The program has no such option.',
    'differs list path required: It is not required.',
    'differs list path variadic: It takes several values.',
    'undocumented add  : The document has no such command.',
    'gone gone  : The program has no such command.',
  ]);
});

test('of a help text what it cannot know is no difference', () => {
  const read: AtipCommand = {
    description: 'Other words',
    arguments: [{ name: 'FILE', type: 'string', description: '', required: false }],
    options: [
      { name: 'sort', flags: ['-s', '--sort'], type: 'string', description: '' },
      { name: 'tag', flags: ['--tag'], type: 'string', description: '' },
    ],
  };
  expect(messages(tool({ list: LIST }), tool({ list: read }), 'help')).toStrictEqual([]);
});

test('words that the help does not name are asked about', () => {
  const { options: _options, ...bare } = LIST;
  const { differences } = findDrift(tool({ list: LIST, old: LIST }), tool({ list: bare }), { by: 'help' });
  expect(differences.map(({ name, asks }) => [name, asks])).toStrictEqual([
    ['--sort', ['-s', '--sort']],
    ['--tag', ['--tag']],
    [undefined, ['old']],
  ]);
});

test('an option of the whole program is one difference, and none when some command has it', () => {
  const globals = (flag: string) => ({
    globalOptions: [{ name: flag, flags: [`--${flag}`], type: 'boolean' as const, description: '' }],
  });
  const commands = { list: { description: '' }, add: { description: '' } };
  expect(messages(tool(commands, globals('quiet')), tool(commands, globals('loud')))).toStrictEqual([
    'undocumented  --loud : The document has no such option.',
    'gone  --quiet : The program has no such option.',
  ]);
  const own = { list: { description: '', options: globals('quiet').globalOptions }, add: { description: '' } };
  expect(messages(tool(commands, globals('quiet')), tool(own))).toStrictEqual([]);
});

test('a command that does not answer, and what is below it, is untold', () => {
  const grouped = tool({ remote: { description: '', commands: { add: LIST } }, list: LIST });
  const read = tool({ remote: { description: '' }, list: { description: '' } });
  const { differences, compared, untold } = findDrift(grouped, read, {
    by: 'framework',
    silent: [['remote'], ['list']],
  });
  expect([differences, compared, untold]).toStrictEqual([
    [],
    0,
    ['Commands that do not answer for themselves: 1. Their parameters were not compared.'],
  ]);
});

test('help and version are of the framework, and an alias is no new command', () => {
  const built: AtipCommand = {
    ...LIST,
    options: [...(LIST.options ?? []), { name: 'help', flags: ['-h', '--help'], type: 'boolean', description: '' }],
  };
  expect(messages(tool({ list: LIST }), tool({ list: built, ls: LIST }))).toStrictEqual([]);
});

test('a short flag that the whole program and a command use for two things is two options', () => {
  const copies: AtipCommand = {
    description: 'Compares',
    options: [{ name: 'copies', flags: ['-C', '--copies'], type: 'boolean', description: 'Find copies' }],
  };
  const directory: AtipOption = { name: 'c', flags: ['-C'], type: 'directory', description: 'Go there first' };
  expect(
    messages(
      tool({ diff: copies }, { globalOptions: [directory] }),
      tool({ diff: { description: 'Compares' } }, { globalOptions: [directory] }),
    ),
  ).toStrictEqual(['gone diff --copies : The program has no such option.']);
});
