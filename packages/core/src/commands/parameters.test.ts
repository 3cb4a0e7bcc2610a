import { expect, test } from 'vitest';
import { AtipValidationError } from '../errors/bridge-errors.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipArgument, AtipOption } from '../types/parameter.ts';
import { parametersByKey, parametersOf } from './parameters.ts';

function keysOf(args: string[], options: [string, string][]): [string, string][] {
  const metadata = {
    description: 'd',
    arguments: args.map((name): AtipArgument => ({ name, type: 'string', description: '' })),
    options: options.map(([name, flag]): AtipOption => ({ name, flags: [flag], type: 'string', description: '' })),
  };
  return parametersOf({ metadata, tool: toolWith({}) }).map(({ key, narrowKey }) => [key, narrowKey]);
}

test('arguments are required unless they say otherwise, options only if they say so', () => {
  const create = GH.commands?.['pr']?.commands?.['create'];
  const parameters = parametersOf({ metadata: create ?? { description: '' }, tool: GH });
  expect(
    parameters.map(({ key, kind, required, global, pointer }) => [key, kind, required, global, pointer]),
  ).toStrictEqual([
    ['title', 'option', true, false, '/options/0'],
    ['draft', 'option', false, false, '/options/1'],
    ['label', 'option', false, false, '/options/2'],
    ['host', 'option', false, true, '/globalOptions/0'],
    ['token-file', 'option', true, true, '/globalOptions/1'],
  ]);
});

test('legal names stay, in the alphabet of each provider', () => {
  expect(
    keysOf(
      ['file'],
      [
        ['dry-run', '--dry-run'],
        ['v', '-v'],
        ['V', '-V'],
      ],
    ),
  ).toStrictEqual([
    ['file', 'file'],
    ['dry-run', 'dry_run'],
    ['v', 'v'],
    ['V', 'V'],
  ]);
});

test('a positional and an option of one name get two keys', () => {
  expect(keysOf(['file'], [['file', '--file']])).toStrictEqual([
    ['file', 'file'],
    ['file_option', 'file_option'],
  ]);
});

test('no key of one parameter is any key of another', () => {
  const keys = keysOf(
    ['a', 'a'],
    [
      ['dry-run', '--dry-run'],
      ['dry_run', '--dry_run'],
      ['a', '-a'],
      ['__proto__', '--p'],
      ['', '--x'],
    ].slice(0, 4) as [string, string][],
  );
  const owners = new Map<string, number>();
  for (const [index, pair] of keys.entries()) {
    for (const key of pair) {
      expect(owners.get(key) ?? index).toBe(index);
      owners.set(key, index);
    }
  }
  expect(keys.flat()).not.toContain('__proto__');
  for (const [key, narrowKey] of keys) {
    expect(key).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
    expect(narrowKey).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
  }
});

test('illegal and long names get a hash', () => {
  const [[illegal] = [], [long] = []] = keysOf(
    [],
    [
      ['a=b c', '--a'],
      ['x'.repeat(70), '--x'],
    ],
  );
  expect(illegal).toMatch(/^a_b_c_[a-z0-9]{8}$/);
  expect(long).toMatch(/^x{55}_[a-z0-9]{8}$/);
});

test('both spellings of a key lead to the parameter', () => {
  const parameters = parametersOf({
    metadata: {
      description: '',
      options: [{ name: 'dry-run', flags: ['--dry-run'], type: 'boolean', description: '' }],
    },
    tool: toolWith({}),
  });
  const byKey = parametersByKey(parameters);
  expect(byKey.get('dry-run')).toBe(parameters[0]);
  expect(byKey.get('dry_run')).toBe(parameters[0]);
});

test.each([
  ['a nameless argument', { arguments: [{ type: 'string' }] }, '/arguments/0 has no name'],
  [
    'an option without flags',
    { options: [{ name: 'x', type: 'string', flags: [] }] },
    '/options/0 has no list of flags',
  ],
  [
    'a flag that is no text',
    { options: [{ name: 'x', type: 'string', flags: [1] }] },
    '/options/0 has no list of flags',
  ],
  ['an unknown type', { arguments: [{ name: 'x', type: 'banana' }] }, '/arguments/0 has no known type'],
  ['options that are no list', { options: {} }, '/options must be a list'],
])('%s is an error with its place', (_name, metadata, message) => {
  const command: unknown = { description: '', ...metadata };
  const run = (): unknown => parametersOf({ metadata: command as { description: string }, tool: toolWith({}) });
  expect(run).toThrow(AtipValidationError);
  expect(run).toThrow(message);
});
