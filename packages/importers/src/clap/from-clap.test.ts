import { expect, test } from 'vitest';
import { fromClap } from './from-clap.ts';

const BOX = {
  name: 'box',
  version: '2.0',
  about: 'Keeps boxes',
  args: [
    { id: 'verbose', short: 'v', long: 'verbose', action: 'Count', help: 'Say more', global: true },
    { id: 'help', short: 'h', long: 'help', action: 'Help' },
  ],
  subcommand_required: true,
  subcommands: [
    {
      name: 'rm',
      about: 'Remove boxes',
      visible_aliases: ['remove'],
      args: [
        { id: 'force', short: 'f', long: 'force', action: 'SetTrue', conflicts_with: ['ask'], env: 'BOX_FORCE' },
        { id: 'ask', long: 'ask', value_names: ['WHEN'], possible_values: ['never', { name: 'always', help: 'each' }] },
        { id: 'room', long: 'room', value_name: 'DIR', value_hint: 'DirPath', required: true },
        { id: 'tags', long: 'tag', action: 'Append', default_values: ['a', 'b'] },
        { id: 'ids', long: 'ids', value_name: 'ID', value_delimiter: ',', default_value: '1' },
        { id: 'colour', long: 'colour', value_name: 'WHEN', num_args: '0..=1', require_equals: true },
        { id: 'pair', long: 'pair', num_args: 2, value_names: ['A', 'B'] },
        { id: 'secret', long: 'secret', action: 'SetTrue', hide: true },
        { id: 'second', index: 2, num_args: '0..', value_hint: 'FilePath' },
        { id: 'first', index: 1, required: true },
      ],
    },
  ],
};

const RM = {
  description: 'Remove boxes',
  arguments: [
    { name: 'first', description: '', type: 'string' },
    { name: 'second', description: '', type: 'file', required: false, variadic: true },
  ],
  options: [
    {
      name: 'force',
      flags: ['-f', '--force'],
      description: '',
      type: 'boolean',
      envVar: 'BOX_FORCE',
      'x-exclusive': ['--ask'],
    },
    { name: 'ask', flags: ['--ask'], description: '', type: 'enum', enum: ['never', 'always'] },
    { name: 'room', flags: ['--room'], description: '', type: 'directory', required: true },
    { name: 'tag', flags: ['--tag'], description: '', type: 'array', default: ['a', 'b'] },
    { name: 'ids', flags: ['--ids'], description: '', type: 'array', 'x-list-separator': ',', default: ['1'] },
    {
      name: 'colour',
      flags: ['--colour'],
      description: '',
      type: 'string',
      'x-optional-value': true,
      'x-value-style': 'equals',
    },
    { name: 'secret', flags: ['--secret'], description: '', type: 'boolean', 'x-deprecated': true },
  ],
  'x-aliases': ['remove'],
};

test('a command with everything in it', () => {
  const { tool, issues } = fromClap(BOX);
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'box',
    version: '2.0',
    description: 'Keeps boxes',
    trust: { source: 'community' },
    'x-end-of-options': true,
    globalOptions: [
      { name: 'verbose', flags: ['-v', '--verbose'], description: 'Say more', type: 'integer', 'x-count': true },
    ],
    commands: { rm: RM },
  });
  expect(issues.map(({ code, path }) => `${code} ${path}`)).toStrictEqual([
    'import-lost-value-text /commands/rm',
    'import-lost-values /commands/rm',
  ]);
});

test('the names of getters are as good as those of the builder', () => {
  const { tool } = fromClap({
    get_name: 'one',
    get_arguments: [
      { get_id: 'to', get_long: 'to', get_action: 'Set', is_required_set: true, get_value_hint: 'Url' },
      { get_id: 'last', is_last_set: true, get_num_args: { min: 1 } },
    ],
  });
  expect(tool.commands).toStrictEqual({
    '': {
      description: '',
      arguments: [{ name: 'last', description: '', type: 'string', required: false, variadic: true }],
      options: [{ name: 'to', flags: ['--to'], description: '', type: 'url', required: true }],
    },
  });
});
