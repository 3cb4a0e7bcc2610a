import { expect, test } from 'vitest';
import { fromCobra } from './from-cobra.ts';

const HELP = { name: 'help', shorthand: 'h', default_value: 'false', usage: 'help for it' };
const CONFIG = { name: 'config', default_value: '', usage: 'read this `file`' };

/** As `GenYaml` of cobra writes them. */
const PAGES = [
  {
    name: 'box',
    synopsis: 'Keeps boxes',
    description: 'Keeps boxes, and nothing else.',
    options: [CONFIG, HELP],
    see_also: ['box rm - Remove boxes', 'box room - Rooms'],
  },
  {
    name: 'box rm',
    synopsis: 'Remove boxes',
    usage: 'box rm BOX... [flags]',
    options: [
      { name: 'force', shorthand: 'f', default_value: 'false', usage: 'never ask' },
      { name: 'filter', default_value: '[]', usage: 'only these' },
      { name: 'parallel', default_value: '4', usage: 'how many `int` at a time' },
      { name: 'memory', default_value: '0', usage: 'at most so much' },
      { name: 'no flag', usage: 'is none' },
    ],
    inherited_options: [CONFIG],
    example: '  # of the attic\n  box rm a b\n',
    see_also: ['box - Keeps boxes'],
  },
];

test('pages of cobra: options that are inherited stand where they are from', () => {
  const { tool, issues } = fromCobra(PAGES, { version: '3' });
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'box',
    version: '3',
    description: 'Keeps boxes',
    trust: { source: 'community' },
    'x-end-of-options': true,
    globalOptions: [{ name: 'config', flags: ['--config'], description: 'read this file', type: 'file' }],
    commands: {
      rm: {
        description: 'Remove boxes',
        arguments: [{ name: 'box', type: 'string', description: '', variadic: true }],
        options: [
          { name: 'force', flags: ['-f', '--force'], description: 'never ask', type: 'boolean', default: false },
          { name: 'filter', flags: ['--filter'], description: 'only these', type: 'array' },
          {
            name: 'parallel',
            flags: ['--parallel'],
            description: 'how many int at a time',
            type: 'integer',
            default: 4,
          },
          { name: 'memory', flags: ['--memory'], description: 'at most so much', type: 'string', default: '0' },
        ],
        examples: ['box rm a b'],
      },
      room: { description: 'Rooms' },
    },
  });
  expect(issues.map(({ code, path }) => `${code} ${path}`)).toStrictEqual([
    'import-only-named ',
    'import-lost-option /commands/rm',
  ]);
});

test('one page of docker’s documentation has types, and options of its parents that are nowhere else', () => {
  const { tool, issues } = fromCobra({
    command: 'docker container rm',
    aliases: 'docker container remove, docker rm',
    short: 'Remove containers',
    usage: 'docker container rm [OPTIONS] CONTAINER [CONTAINER...]',
    pname: 'docker container',
    options: [
      { option: 'force', shorthand: 'f', value_type: 'bool', default_value: 'false', description: 'Kill it first' },
      { option: 'link', value_type: 'string', description: 'The link', deprecated: true },
      { option: 'retries', value_type: 'int', default_value: '3', description: 'How often' },
    ],
    inherited_options: [{ option: 'host', shorthand: 'H', value_type: 'list', description: 'Of the daemon' }],
    deprecated: false,
  });
  expect(tool.name).toBe('docker');
  expect(tool.commands).toStrictEqual({
    container: {
      description: '',
      commands: {
        rm: {
          description: 'Remove containers',
          arguments: [{ name: 'container', type: 'string', description: '', variadic: true }],
          options: [
            { name: 'force', flags: ['-f', '--force'], description: 'Kill it first', type: 'boolean', default: false },
            { name: 'link', flags: ['--link'], description: 'The link', type: 'string', 'x-deprecated': true },
            { name: 'retries', flags: ['--retries'], description: 'How often', type: 'integer', default: 3 },
            { name: 'host', flags: ['-H', '--host'], description: 'Of the daemon', type: 'array' },
          ],
          'x-aliases': ['remove'],
        },
      },
    },
  });
  expect(issues.map(({ code }) => code)).toStrictEqual(['import-lost-alias']);
});

test('pages of two programs are no one tool, and a page without words none', () => {
  const { tool, issues } = fromCobra([{ name: 'a b', synopsis: 'B' }, { name: 'c d' }, { synopsis: 'x' }]);
  expect([tool.name, tool.commands]).toStrictEqual(['a', { b: { description: 'B' } }]);
  expect(issues.map(({ code, message }) => `${code} ${message}`)).toStrictEqual([
    'import-lost-command 2 places: a page without the words of its command is left out.',
  ]);
});
