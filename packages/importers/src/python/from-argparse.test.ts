import { expect, test } from 'vitest';
import { fromArgparse } from './from-argparse.ts';

const store = (flags: readonly string[], dest: string, more: object = {}) => ({
  ...{ class: '_StoreAction', option_strings: flags, dest, nargs: null, type: null, choices: null },
  ...{ default: null, required: false, help: null, metavar: null },
  ...more,
});
const flag = (name: string) => store([`--${name}`], name, { class: '_StoreTrueAction', nargs: 0, default: false });

const DUMP = {
  ...{ prog: 'python3 -m notes', description: '%(prog)s keeps notes', fromfile_prefix_chars: '@' },
  actions: [
    store(['--version'], 'version', { class: '_VersionAction', nargs: 0, version: 'notes 1.2.3' }),
    store(['--files'], 'files', { nargs: '+' }),
    {
      ...store([], 'command', { class: '_SubParsersAction', nargs: 'A...' }),
      commands: [
        {
          names: ['add', 'a'],
          help: 'Adds a note',
          parser: {
            prog: 'notes add',
            actions: [
              store([], 'text', { nargs: '+' }),
              store(['-n'], 'number', { type: 'int', choices: [1, 2], default: 2, help: 'of %(choices)s' }),
              store(['--to'], 'to', { metavar: 'FILE', default: '/root/x', required: true }),
              flag('json'),
              flag('yaml'),
              store(['--hidden'], 'hidden', { help: '==SUPPRESS==' }),
            ],
            exclusive: [{ required: true, actions: [3, 4] }],
          },
        },
        { names: ['run'], help: '==SUPPRESS==', parser: { actions: [store([], 'rest', { nargs: '...' })] } },
      ],
    },
  ],
};

test('what argparse knows becomes a document, and what has no place is counted', () => {
  const { tool, issues } = fromArgparse(DUMP);
  const one = '(one of --json, --yaml is required)';
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    ...{ name: 'notes', version: '1.2.3', description: 'python3 -m notes keeps notes', trust: { source: 'community' } },
    // A command follows, which an option with an open end would take for its value.
    globalOptions: [{ name: 'files', flags: ['--files'], type: 'string', description: '' }],
    commands: {
      add: {
        description: 'Adds a note',
        arguments: [{ name: 'text', type: 'string', description: '', variadic: true, 'x-at-file': true }],
        options: [
          {
            ...{ name: 'number', flags: ['-n'], type: 'integer', description: 'of 1, 2', enum: [1, 2], default: 2 },
            'x-value-style': 'equals',
          },
          { name: 'to', flags: ['--to'], type: 'file', description: '', required: true },
          { name: 'json', flags: ['--json'], type: 'boolean', description: one, 'x-exclusive': ['--yaml'] },
          { name: 'yaml', flags: ['--yaml'], type: 'boolean', description: one, 'x-exclusive': ['--json'] },
        ],
        'x-end-of-options': true,
        'x-aliases': ['a'],
      },
      run: {
        description: '',
        arguments: [
          {
            name: 'rest',
            type: 'string',
            description: '',
            required: false,
            variadic: true,
            'x-at-file': true,
            'x-rest': true,
          },
        ],
        'x-end-of-options': false,
        'x-deprecated': true,
      },
    },
  });
  expect(issues.map(({ code, path, message }) => [code, path, Number.parseInt(message, 10)])).toStrictEqual([
    ['import-lost-values', '', 1],
    ['import-lost-default', '/commands/add', 1],
  ]);
});
