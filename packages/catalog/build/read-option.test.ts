import { readOption } from './read-parameter.ts';
import { expect, test } from 'vitest';

test.each([
  ['-z End lines with NUL', { name: 'z', flags: ['-z'], type: 'boolean', description: 'End lines with NUL' }],
  [
    '-U --unified:integer Lines of context',
    { name: 'unified', flags: ['-U', '--unified'], type: 'integer', description: 'Lines of context' },
  ],
  [
    '--color:always|never? When',
    {
      name: 'color',
      flags: ['--color'],
      type: 'enum',
      enum: ['always', 'never'],
      description: 'When',
      'x-optional-value': true,
    },
  ],
  ['-e:string* A pattern', { name: 'e', flags: ['-e'], type: 'array', description: 'A pattern' }],
  ['-n:integer# So many', { name: 'n', flags: ['-n'], type: 'integer', description: 'So many', 'x-number-flag': true }],
  ['-b =new-branch:string A new one', { name: 'new-branch', flags: ['-b'], type: 'string', description: 'A new one' }],
  [
    '--arg:string*2- A variable',
    { name: 'arg', flags: ['--arg'], type: 'array', description: 'A variable', 'x-words': 2, 'x-dash': true },
  ],
  [
    '-n --lines:integer#- So many',
    {
      name: 'lines',
      flags: ['-n', '--lines'],
      type: 'integer',
      description: 'So many',
      'x-number-flag': true,
      'x-dash': true,
    },
  ],
])('%j', (text, option) => {
  expect(readOption(text)).toStrictEqual(option);
});

test.each(['', 'name It', '-z', '-z:flie It', '--all:file', '=name It', '-b =a =b It', '-b:string2 It'])(
  '%j is refused',
  (text) => {
    expect(() => readOption(text)).toThrow('not an option');
  },
);
