import { readArgument } from './read-parameter.ts';
import { expect, test } from 'vitest';

test.each([
  ['name', { name: 'name', type: 'string', description: '', required: true }],
  [
    'file:file* Files to print',
    { name: 'file', type: 'file', description: 'Files to print', required: false, variadic: true },
  ],
  ['pid:integer+ Numbers', { name: 'pid', type: 'integer', description: 'Numbers', required: true, variadic: true }],
  [
    'when:always|never? When',
    { name: 'when', type: 'enum', description: 'When', enum: ['always', 'never'], required: false },
  ],
  ['+format? How', { name: 'format', type: 'string', description: 'How', 'x-plus': true, required: false }],
  ['separator:-- Always', { name: 'separator', type: 'enum', description: 'Always', enum: ['--'], required: true }],
])('%j', (text, argument) => {
  expect(readArgument(text)).toStrictEqual(argument);
});

test.each(['', 'a:flie', '?', ' file'])('%j is refused', (text) => {
  expect(() => readArgument(text)).toThrow('not an argument');
});

test('an address may be held to schemes', () => {
  expect(readArgument('url:url=https,ftp+ Addresses')).toStrictEqual({
    name: 'url',
    type: 'url',
    description: 'Addresses',
    'x-schemes': ['https', 'ftp'],
    required: true,
    variadic: true,
  });
});
