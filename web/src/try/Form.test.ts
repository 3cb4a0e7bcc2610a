import type { AtipOption, Parameter } from '@atip/core';
import { expect, test } from 'vitest';
import { textOfValue, valueOfText } from './Form.tsx';

const option = (more: Partial<AtipOption>): Parameter => ({
  required: false,
  pointer: '/x',
  global: false,
  key: 'x',
  narrowKey: 'x',
  kind: 'option',
  source: { name: 'x', flags: ['--x'], type: 'string', description: 'X', ...more },
});

const COUNT = option({ type: 'integer' });
const FLAG = option({ type: 'boolean' });
const LEVEL = option({ type: 'enum', enum: [1, 2] });
const LIST = option({ type: 'array' });

test.each<[string, Parameter, string, unknown]>([
  ['nothing', COUNT, '', undefined],
  ['a number', COUNT, '3', 3],
  ['a space, which is no zero', COUNT, ' ', ' '],
  ['a word for a number', COUNT, 'many', 'many'],
  ['digits for a text', option({}), '3', '3'],
  ['two lines of a text', option({}), 'a\nb', 'a\nb'],
  ['no, which is given', FLAG, 'false', false],
  ['a word for a flag', FLAG, 'maybe', 'maybe'],
  ['a choice of numbers', LEVEL, '2', 2],
  ['lines of a list', LIST, 'a\n\nb', ['a', 'b']],
  ['no line of a list', LIST, '\n', undefined],
])('a field with %s', (_name, parameter, text, value) => {
  expect(valueOfText(parameter, text)).toStrictEqual(value);
});

test.each<[unknown, string]>([
  [undefined, ''],
  [null, ''],
  ['a', 'a'],
  [3, '3'],
  [false, 'false'],
  [['a', 'b'], 'a\nb'],
  [{ a: 1 }, '{"a":1}'],
])('%j is shown as %j', (value, text) => {
  expect(textOfValue(value)).toBe(text);
});
