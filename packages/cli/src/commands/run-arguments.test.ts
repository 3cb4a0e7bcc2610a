import { type AtipTool, mapToCommand } from '@atip/core';
import { expect, test } from 'vitest';
import { CliError } from '../cli-host.ts';
import { parseArguments } from './run.ts';

const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'x',
  version: '1',
  description: 'd',
  commands: {
    '': {
      description: 'd',
      arguments: [{ name: 'files', type: 'file', description: 'd', variadic: true }],
      options: [
        { name: 'dry-run', flags: ['--dry-run'], type: 'boolean', description: 'd' },
        { name: 'limit', flags: ['--limit'], type: 'integer', description: 'd' },
        { name: 'label', flags: ['--label'], type: 'array', description: 'd' },
        { name: 'title', flags: ['--title'], type: 'string', description: 'd' },
      ],
    },
  },
};
const MAPPING = mapToCommand('x', [TOOL]);

test.each([
  [[], {}],
  [['title='], { title: '' }],
  [['title=a=b'], { title: 'a=b' }],
  [['title=true'], { title: 'true' }],
  [['title=[a]'], { title: '[a]' }],
  [['dry-run=true'], { 'dry-run': true }],
  [['dry_run=false'], { 'dry-run': false }],
  [['dry-run=maybe'], { 'dry-run': 'maybe' }],
  [['limit=5'], { limit: '5' }],
  [['limit=1e400'], { limit: '1e400' }],
  [['label=a'], { label: ['a'] }],
  [['label=a', 'title=t', 'label=b'], { label: ['a', 'b'], title: 't' }],
  [['label=["a","b"]'], { label: ['a', 'b'] }],
  [['label=[a', 'label=b'], { label: ['[a', 'b'] }],
  [['files=a', 'files=b'], { files: ['a', 'b'] }],
])('%j are %j', (words, expected) => {
  expect(parseArguments(words, MAPPING)).toStrictEqual(expected);
});

test.each([
  [['hello'], 2, 'Arguments are written as key=value, and one of them is not.'],
  [['=a'], 2, 'Arguments are written as key=value, and one of them is not.'],
  [['title=a', 'title=b'], 1, 'title is given twice and takes one value.'],
  [['dry-run=true', 'dry_run=false'], 1, 'dry-run is given twice and takes one value.'],
  [
    ['label=[a'],
    1,
    'label begins like a JSON list and is none. A list of one text that begins with [ is written label=["[…"].',
  ],
] as const)('%j is refused with %i', (words, code, message) => {
  expect(() => parseArguments(words, MAPPING)).toThrow(new CliError(code, message));
});

test('a key that the command does not have is left to the check of the call', () => {
  const args = parseArguments(['titel=a', '__proto__=b', 'limit=3'], MAPPING);
  expect(Object.entries(args)).toStrictEqual([
    ['limit', '3'],
    ['titel', 'a'],
    ['__proto__', 'b'],
  ]);
});
