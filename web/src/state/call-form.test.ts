import type { AtipOption, Parameter } from '@atip/core';
import { expect, test } from 'vitest';
import { argumentsFrom, fieldOf } from './call-form.ts';

const option = (name: string, more: Partial<AtipOption>): Parameter => ({
  key: name,
  narrowKey: name,
  required: false,
  pointer: `/options/${name}`,
  global: false,
  kind: 'option',
  source: { name, flags: [`--${name}`], type: 'string', description: name, ...more },
});

const PARAMETERS = [
  option('text', {}),
  option('count', { type: 'integer', default: 20 }),
  option('flag', { type: 'boolean' }),
  option('level', { type: 'enum', enum: [1, 2] }),
  option('list', { type: 'array' }),
];

test('each kind of parameter has its field', () => {
  const base = { required: false };
  expect(PARAMETERS.map(fieldOf)).toStrictEqual([
    { ...base, key: 'text', description: 'text', kind: 'text', numeric: false, placeholder: 'string' },
    { ...base, key: 'count', description: 'count', kind: 'text', numeric: true, placeholder: '20' },
    { ...base, key: 'flag', description: 'flag', kind: 'flag' },
    { ...base, key: 'level', description: 'level', kind: 'choice', values: ['1', '2'] },
    { ...base, key: 'list', description: 'list', kind: 'lines' },
  ]);
});

test.each([
  ['nothing', {}, {}],
  [
    'everything',
    { text: 'a', count: '3', flag: 'true', level: '2', list: 'a\n\nb' },
    { text: 'a', count: 3, flag: true, level: 2, list: ['a', 'b'] },
  ],
  ['false is given', { flag: 'false' }, { flag: false }],
  ['what is no number stays text', { count: 'three' }, { count: 'three' }],
  ['a space is no zero', { count: ' ' }, { count: ' ' }],
])('a form with %s', (_name, values, args) => {
  expect(argumentsFrom(PARAMETERS, values)).toStrictEqual(args);
});
