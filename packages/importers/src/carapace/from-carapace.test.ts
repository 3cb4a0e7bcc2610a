import { expect, test } from 'vitest';
import { fromCarapace, readFlagKey } from './from-carapace.ts';

const BOX = {
  name: 'box',
  description: 'Keeps boxes',
  persistentflags: { '-v, --verbose*': 'says more', '--config=': 'the configuration' },
  completion: { flag: { config: ['$files([.toml])'] } },
  commands: [
    {
      name: 'prune [OPTIONS] ROOM [BOX]...',
      aliases: ['clean'],
      group: 'management',
      description: 'Remove unused boxes',
      flags: {
        '-a, --all': 'all of them',
        '--colour?': 'when to use colours',
        '-n, --name=!': 'of the room',
        '--filter=*': 'which',
        '-o=?': 'old',
        '--secret&': 'hidden',
        '--two=': { description: 'two values', nargs: 2 },
        'no flag': 'is none',
      },
      exclusiveflags: [['all', 'filter']],
      completion: {
        flag: { colour: ['always', 'never\tno colours', 'auto\tas it comes\tblue'], filter: ['$(box list)'] },
        positional: [['attic', 'cellar'], ['$directories']],
        dash: ['x'],
      },
      documentation: { command: 'Takes every box that nobody asked for.', flag: { all: 'unused' } },
    },
    { name: 'open', description: 'Open a box', completion: { positional: [['a', 'b']], positionalany: ['$files'] } },
    { name: 'old', hidden: true, description: 'Old', run: '[box-old, --run]' },
    {
      name: 'room',
      description: 'Rooms',
      persistentflags: { '--floor=': 'which floor' },
      commands: [{ name: 'list', description: 'List rooms' }],
    },
  ],
};

const FLOOR = { name: 'floor', flags: ['--floor'], description: 'which floor', type: 'string' };

test('a specification with everything in it', () => {
  const { tool, issues } = fromCarapace(BOX, { version: '3' });
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'box',
    version: '3',
    description: 'Keeps boxes',
    trust: { source: 'community' },
    globalOptions: [
      { name: 'verbose', flags: ['-v', '--verbose'], description: 'says more', type: 'integer', 'x-count': true },
      { name: 'config', flags: ['--config'], description: 'the configuration', type: 'file' },
    ],
    commands: {
      prune: {
        description: 'Remove unused boxes\n\nTakes every box that nobody asked for.',
        arguments: [
          { name: 'room', type: 'enum', description: '', enum: ['attic', 'cellar'] },
          { name: 'box', type: 'directory', description: '', required: false, variadic: true },
        ],
        options: [
          {
            name: 'all',
            flags: ['-a', '--all'],
            description: 'all of them',
            type: 'boolean',
            'x-exclusive': ['--filter'],
          },
          {
            name: 'colour',
            flags: ['--colour'],
            description: 'when to use colours',
            type: 'enum',
            enum: ['always', 'never', 'auto'],
          },
          { name: 'name', flags: ['-n', '--name'], description: 'of the room', type: 'string', required: true },
          { name: 'filter', flags: ['--filter'], description: 'which', type: 'array', 'x-exclusive': ['--all'] },
          { name: 'o', flags: ['-o'], description: 'old', type: 'string', 'x-value-style': 'equals' },
          { name: 'secret', flags: ['--secret'], description: 'hidden', type: 'boolean', 'x-deprecated': true },
        ],
        'x-aliases': ['clean'],
      },
      open: {
        description: 'Open a box',
        arguments: [
          { name: 'argument1', description: '', type: 'enum', enum: ['a', 'b'], required: false },
          { name: 'arguments', description: '', type: 'file', required: false, variadic: true },
        ],
      },
      old: { description: 'Old', effects: { subprocess: true }, 'x-deprecated': true },
      room: {
        description: 'Rooms',
        commands: {
          '': { description: 'Rooms', options: [FLOOR] },
          list: { description: 'List rooms', options: [FLOOR] },
        },
      },
    },
  });
  expect(issues.map(({ code, path, message }) => [code, path, Number.parseInt(message, 10)])).toStrictEqual([
    ['import-lost-value-text', '/commands/prune', 1],
    ['import-lost-generator', '/commands/prune', 1],
    ['import-lost-values', '/commands/prune', 1],
    ['import-lost-option', '/commands/prune', 1],
    ['import-lost-dash', '/commands/prune', 1],
  ]);
});

test.each([
  ['-s, --long=*!', ['-s', '--long'], 'value repeats required'],
  ['--optional?', ['--optional'], 'value optional'],
  ['--hidden&', ['--hidden'], 'hidden'],
  ['-?, --help', ['-?', '--help'], ''],
  ['-h, -?', ['-h', '-?'], ''],
  ['-?=', ['-?'], 'value'],
  ['-np, -nonposix=', ['-np', '-nonposix'], 'value'],
  ['=', [], 'value'],
])('the flag %s', (key, spellings, says) => {
  const { takesValue, isOptional, repeats, isRequired, isHidden, ...read } = readFlagKey(key);
  const words = { value: takesValue, optional: isOptional, repeats, required: isRequired, hidden: isHidden };
  const found = Object.entries(words).flatMap(([word, holds]) => (holds ? [word] : []));
  expect([read.spellings, found.join(' ')]).toStrictEqual([spellings, says]);
});

test('what YAML makes of values without quotes', () => {
  const { tool } = fromCarapace({
    name: 'x',
    description: null,
    flags: { '--level=': null, '--on=': 5 },
    completion: { flag: { level: [1, 2, true], on: 'yes' } },
  });
  expect(tool.commands?.['']?.options).toStrictEqual([
    { name: 'level', flags: ['--level'], description: '', type: 'enum', enum: ['1', '2', 'true'] },
    { name: 'on', flags: ['--on'], description: '', type: 'enum', enum: ['yes'] },
  ]);
});
