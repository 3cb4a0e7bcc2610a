import { expect, test } from 'vitest';
import { fromClick } from './from-click.ts';

const option = (name: string, opts: readonly string[], more: object = {}) => ({
  ...{
    name,
    param_type_name: 'option',
    opts,
    secondary_opts: [],
    type: { param_type: 'String' },
    nargs: 1,
    default: null,
  },
  ...{
    multiple: false,
    required: false,
    envvar: null,
    help: null,
    prompt: null,
    is_flag: false,
    flag_value: false,
    count: false,
    hidden: false,
  },
  ...more,
});
const HELP = option('help', ['--help'], { is_flag: true, help: 'Show this message and exit.' });
const VERSION = option('version', ['--version'], { is_flag: true, help: 'Show the version and exit.' });

const INFO = {
  info_name: 'paint',
  auto_envvar_prefix: 'PAINT',
  command: {
    ...{ name: 'cli', help: 'Paints pictures.\n\nAnd more.', hidden: false, deprecated: false },
    params: [
      option('loud', ['--loud'], { is_flag: true, secondary_opts: ['--no-loud'], default: true }),
      VERSION,
      HELP,
    ],
    commands: {
      show: {
        ...{ name: 'show', help: null, short_help: 'Shows one', deprecated: true },
        params: [
          {
            name: 'picture',
            param_type_name: 'argument',
            type: { param_type: 'Path', file_okay: true },
            nargs: -1,
            required: true,
          },
          option('api_key', ['--api-key'], { default: 'k' }),
          option('home', ['--home'], { default: '/home/ann/x' }),
          option('made', ['--made'], { default: {} }),
          option('size', ['-s'], {
            type: { param_type: 'IntRange', min: 1, max: 9, max_open: true },
            default: 3,
            help: 'Size',
          }),
          option('pair', ['--pair'], { nargs: 2, multiple: true, envvar: ['PAIR'] }),
          option('way', ['--way'], { flag_value: 'up' }),
          option('name', ['--name'], { prompt: 'Name' }),
          option('old', ['/old'], {}),
          HELP,
        ],
      },
      sub: {
        ...{ name: 'sub', help: 'Others', params: [option('deep', ['--deep'])] },
        commands: {
          below: { params: [option('deepest', ['--deepest'])], commands: { one: { help: 'One', params: [] } } },
        },
      },
    },
  },
};

test('what click knows becomes a document, and what has no place is counted', () => {
  const { tool, issues } = fromClick(INFO);
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    ...{ name: 'paint', version: 'unknown', description: 'Paints pictures.', trust: { source: 'community' } },
    globalOptions: [
      {
        name: 'loud',
        flags: ['--loud', '--no-loud'],
        type: 'boolean',
        description: '',
        default: true,
        envVar: 'PAINT_LOUD',
      },
      {
        name: 'deep',
        flags: ['--deep'],
        type: 'string',
        description: '(for sub)',
        envVar: 'PAINT_SUB_DEEP',
        'x-behind': 'sub',
      },
    ],
    commands: {
      show: {
        description: 'Shows one',
        arguments: [{ name: 'picture', type: 'file', description: '', variadic: true }],
        options: [
          { name: 'api-key', flags: ['--api-key'], type: 'string', description: '', envVar: 'PAINT_SHOW_API_KEY' },
          { name: 'home', flags: ['--home'], type: 'string', description: '', envVar: 'PAINT_SHOW_HOME' },
          { name: 'made', flags: ['--made'], type: 'string', description: '', envVar: 'PAINT_SHOW_MADE' },
          {
            ...{ name: 'size', flags: ['-s'], type: 'integer', description: 'Size (at least 1 and less than 9)' },
            ...{ default: 3, 'x-dash': true, envVar: 'PAINT_SHOW_SIZE' },
          },
          {
            name: 'pair',
            flags: ['--pair'],
            type: 'array',
            description: '',
            'x-words': 2,
            'x-dash': true,
            envVar: 'PAIR',
          },
          {
            name: 'way',
            flags: ['--way'],
            type: 'string',
            description: '',
            'x-value-style': 'space',
            envVar: 'PAINT_SHOW_WAY',
          },
          {
            name: 'name',
            flags: ['--name'],
            type: 'string',
            description: '',
            envVar: 'PAINT_SHOW_NAME',
            required: true,
          },
        ],
        'x-end-of-options': true,
        'x-deprecated': true,
      },
      sub: {
        description: 'Others',
        commands: { below: { description: '', commands: { one: { description: 'One', 'x-end-of-options': true } } } },
      },
    },
  });
  expect(issues.map(({ code, path, message }) => [code, path, Number.parseInt(message, 10)])).toStrictEqual([
    ['import-lost-values', '/commands/show', 1],
    ['import-lost-default', '/commands/show', 3],
    // One has no dash, and one belongs to a group below another.
    ['import-lost-option', '/commands/show', 2],
  ]);
});

test('commands behind an argument cannot be called, and are left out', () => {
  const { tool, issues } = fromClick({
    ...{ name: 'x', params: [{ name: 'f', param_type_name: 'argument', nargs: 1, required: true }] },
    commands: { rm: { params: [] } },
  });
  expect([tool.commands, issues.map(({ code }) => code)]).toStrictEqual([
    { '': { description: '', arguments: [{ name: 'f', type: 'string', description: '' }], 'x-end-of-options': true } },
    ['import-lost-command'],
  ]);
});
