import type { AtipArgument, AtipOption, Parameter } from '@atip/core';
import { expect, test } from 'vitest';
import { hintsOf, textsOfValue, valueOfTexts, withArgument } from './ParameterField.tsx';

const base = { required: false, pointer: '/x', global: false } as const;
const option = (name: string, more: Partial<AtipOption>): Parameter => ({
  ...base,
  key: name,
  narrowKey: name,
  kind: 'option',
  source: { name, flags: [`--${name}`], type: 'string', description: name, ...more },
});
const argument = (more: Partial<AtipArgument>): Parameter => ({
  ...base,
  key: 'arg',
  narrowKey: 'arg',
  kind: 'argument',
  source: { name: 'arg', type: 'string', description: 'arg', ...more },
});

const COUNT = option('count', { type: 'integer', default: 20 });
const FLAG = option('flag', { type: 'boolean' });
const LEVEL = option('level', { type: 'enum', enum: [1, 2] });

test.each<[string, Parameter, string[]]>([
  ['a file', argument({ type: 'file', variadic: true }), ['path of a file', 'one or more']],
  ['a directory', argument({ type: 'directory' }), ['path of a directory']],
  ['an old one', option('o', { 'x-deprecated': true, 'x-one-line': true }), ['without line breaks', 'deprecated']],
])('%s is hinted at', (_name, parameter, hints) => {
  expect(hintsOf(parameter, [parameter])).toStrictEqual(hints);
});

test.each<[string, Parameter, string, unknown]>([
  ['nothing', COUNT, '', undefined],
  ['a number', COUNT, '3', 3],
  ['a space, which is no zero', COUNT, ' ', ' '],
  ['digits for a text', option('text', {}), '3', '3'],
  ['no, which is given', FLAG, 'false', false],
  ['a choice of numbers', LEVEL, '2', 2],
])('a field with %s', (_name, parameter, text, value) => {
  expect(valueOfTexts(parameter, [text])).toBe(value);
});

test('a value is shown where it has a form in the field', () => {
  const shown = (parameter: Parameter, value: unknown): string | undefined => textsOfValue(parameter, value)?.join('|');
  const values = [undefined, null, 'a', 3, false, {}, ['a'], ['a', 'b'], [], [3]];
  expect(values.map((value) => shown(option('text', {}), value))).toStrictEqual([
    ...['', '', 'a', '3', 'false'],
    ...[undefined, undefined, undefined, undefined, undefined],
  ]);
  expect(values.map((value) => shown(option('list', { type: 'array' }), value))).toStrictEqual([
    ...['', '', 'a', undefined, undefined],
    ...[undefined, 'a', 'a|b', '', undefined],
  ]);
});

test('rows without a text in them are no values', () => {
  const list = option('list', { type: 'array' });
  expect(valueOfTexts(list, ['a', '', 'b'])).toStrictEqual(['a', 'b']);
  expect(valueOfTexts(list, ['', ''])).toBeUndefined();
});

test('an argument is changed in its place, added at the end, or taken away', () => {
  const args = { a: 1, b: 2 };
  expect(Object.entries(withArgument(args, 'a', 3))).toStrictEqual([
    ['a', 3],
    ['b', 2],
  ]);
  expect(Object.entries(withArgument(args, 'c', 3))).toStrictEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  expect(withArgument(args, 'a', undefined)).toStrictEqual({ b: 2 });
});

const QUIET = option('quiet', { type: 'boolean', 'x-exclusive': ['--verbose', '--gone'] });
const KEY = option('key', { 'x-depends': ['--sign'] });
const ALL = [QUIET, KEY, option('verbose', {}), option('sign', {})];

test('relations are hinted at by key, and only to options that are there', () => {
  expect(hintsOf(QUIET, ALL)).toStrictEqual(['not together with verbose']);
  expect(hintsOf(KEY, ALL)).toStrictEqual(['needs sign']);
});
