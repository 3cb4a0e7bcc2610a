import { mapToCommand } from '../commands/map-to-command.ts';
import { ArgumentValidationError } from '../errors/execute-errors.ts';
import { parseTool } from '../metadata/parse-tool.ts';
import { toolWith } from '../testing/documents.ts';
import type { AtipOption } from '../types/tool.ts';
import { buildCommandArray } from './build-command-array.ts';
import { expect, test } from 'vitest';

type Declared = Partial<AtipOption> & Pick<AtipOption, 'flags' | 'type'>;

function build(declared: Declared, value: unknown): string[] {
  const tool = toolWith({ x: { description: 'X', options: [{ name: 'o', description: '', ...declared }] } });
  return buildCommandArray(mapToCommand('tool_x', [tool]), { o: value }).slice(2);
}

const VERBOSE: Declared = { flags: ['-v', '--verbose'], type: 'integer', 'x-count': true };
const COLOR: Declared = { flags: ['--color', '--no-color'], type: 'boolean', default: true };
const LIST: Declared = { flags: ['-l', '--label'], type: 'array', 'x-list-separator': ',' };

test.each<[string, Declared, unknown, string[]]>([
  ['a count is the flag, that often', VERBOSE, 3, ['--verbose', '--verbose', '--verbose']],
  ['an integer without the extension is a value', { ...VERBOSE, 'x-count': false }, 3, ['--verbose=3']],

  ['an attached value is one element', { flags: ['-O'], type: 'string', 'x-value-style': 'attached' }, '2', ['-O2']],
  [
    'attached, a value may look like anything',
    { flags: ['-i'], type: 'string', 'x-value-style': 'attached' },
    '-rf',
    ['-i-rf'],
  ],
  [
    'two dashes want their sign all the same',
    { flags: ['-i', '--in-place'], type: 'string', 'x-value-style': 'attached' },
    '.bak',
    ['--in-place=.bak'],
  ],

  ['on, of two spellings', COLOR, true, ['--color']],
  ['off, of two spellings', COLOR, false, ['--no-color']],
  [
    'a value never goes to the negative spelling',
    { flags: ['--no-color', '--color'], type: 'string' },
    'a',
    ['--color=a'],
  ],
  [
    '-n beside --no-pager says the same',
    { name: 'o', flags: ['-n', '--no-pager'], type: 'boolean' },
    true,
    ['--no-pager'],
  ],
  [
    'no flag is needed for what is on anyway',
    { name: 'o', flags: ['--no-o'], type: 'boolean', default: true },
    true,
    [],
  ],
  [
    'what is on is turned off',
    { name: 'o', flags: ['-O', '--no-o'], type: 'boolean', default: 'true' },
    false,
    ['--no-o'],
  ],
  ['a default of null says nothing', { flags: ['--yes'], type: 'boolean', default: null }, false, []],

  [
    'a list repeats its flag',
    { ...LIST, 'x-list-separator': undefined as never },
    ['a', 'b'],
    ['--label=a', '--label=b'],
  ],
  ['a list joined', LIST, ['a', 'b c'], ['--label=a,b c']],
  ['an empty separator is none', { ...LIST, 'x-list-separator': '' }, ['a', 'b'], ['--label=a', '--label=b']],
  ['a separator is for lists', { ...LIST, type: 'string' }, 'a,b', ['--label=a,b']],
  ['authored items joined', { ...LIST, flags: ['-l'], enum: ['-a', 'b'] }, ['-a', 'b'], ['-l', '-a,b']],

  ['a path with a dash after a flag', { flags: ['-f'], type: 'file' }, '-rf', ['-f', './-rf']],
  ['a path with an at sign is no response file', { flags: ['--in'], type: 'file' }, '@x', ['--in=./@x']],
  ['other texts may start with an at sign', { flags: ['--pkg'], type: 'string' }, '@scope/a', ['--pkg=@scope/a']],
  ['an authored at sign', { flags: ['-d'], type: 'enum', enum: ['@-'], 'x-at-file': true }, '@-', ['-d', '@-']],
  ['the two dashes in one element', { flags: ['--m'], type: 'string' }, '--', ['--m=--']],
])('%s', (_name, declared, value, elements) => {
  expect(build(declared, value)).toStrictEqual(elements);
});

test.each<[string, Declared, unknown, string]>([
  ['a count too high', VERBOSE, 21, '"o" must be a whole number from 0 to 20: it repeats --verbose.'],
  ['a count in words, which would be a positional', VERBOSE, '--exec', 'must be a whole number from 0 to 20'],

  [
    'off, where nothing turns it off',
    { flags: ['--sign'], type: 'boolean', default: true },
    false,
    '"o" cannot be turned off: leave it out.',
  ],
  [
    'verify: true with only --no-verify',
    { name: 'o', flags: ['--no-o'], type: 'boolean' },
    true,
    '"o" may mean the opposite of --no-o: leave it out.',
  ],
  [
    'verify: false with only --no-verify',
    { name: 'o', flags: ['-n', '--no-o'], type: 'boolean' },
    false,
    '"o" may mean the opposite of --no-o: leave it out.',
  ],
  ['true for what takes a value', { flags: ['--o'], type: 'string' }, true, '"o" takes a value.'],
  ['a value for what takes none', { flags: ['-o'], type: 'boolean' }, 'pwned', '"o" must be true or false.'],

  ['an item with the separator', LIST, ['a', 'b,c'], 'has an item that is empty or holds ",", its separator'],
  ['an empty item that would vanish', LIST, ['a', ''], 'has an item that is empty or holds ","'],
  ['a joined list that starts like an option', { ...LIST, flags: ['-l'] }, ['-x', 'a'], 'must not start with "-"'],
  ['a list within a list', { flags: ['--l'], type: 'array' }, [['a', 'b']], 'is neither text nor a number'],

  ['a negative number after a flag', { flags: ['-d'], type: 'integer' }, -1, 'must not start with "-"'],
  ['the two dashes after a flag', { flags: ['-d'], type: 'string' }, '--', 'must not start with "-"'],
  ['a response file', { flags: ['-d'], type: 'string', 'x-at-file': true }, '@/etc/passwd', 'must not start with "@"'],
  [
    'a flag in the notation of help texts',
    { flags: ['--[no-]color'], type: 'boolean' },
    true,
    'has the flag "--[no-]color"',
  ],
])('%s is refused', (_name, declared, value, message) => {
  const run = (): unknown => build(declared, value);
  expect(run).toThrow(ArgumentValidationError);
  expect(run).toThrow(message);
});

test('a document with the extensions is read without a complaint about them', () => {
  const options = [
    { name: 'v', description: 'Verbose', ...VERBOSE },
    { name: 'l', description: 'Labels', ...LIST, 'x-at-file': true },
  ];
  const { tool, issues } = parseTool(toolWith({ x: { description: 'X', effects: { destructive: false }, options } }));
  expect(issues.filter(({ path }) => path.includes('x-'))).toStrictEqual([]);
  expect(tool?.commands?.['x']?.options).toStrictEqual(options);
});

test('enum values that are no values, in metadata nobody checked, match nothing', () => {
  const odd: unknown = [null, {}, Object.create(null)];
  const declared = { flags: ['-o'], type: 'string', enum: odd } as Declared;
  expect(build(declared, 'null')).toStrictEqual(['-o', 'null']);
  const noList: unknown = 'abc';
  expect(build({ flags: ['-o'], type: 'string', enum: noList } as Declared, 'a')).toStrictEqual(['-o', 'a']);
});

test('an attached value that is empty is refused: the flag would take the next word', () => {
  expect(() => build({ flags: ['-O'], type: 'string', 'x-value-style': 'attached' }, '')).toThrow(
    '"o" must not be empty: it is written right behind -O.',
  );
});
