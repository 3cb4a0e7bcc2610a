import { expect, test } from 'vitest';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { toolWith } from '../testing/documents.ts';
import { exampleArguments } from './example-arguments.ts';

const TOOL = toolWith({
  list: {
    description: 'List',
    arguments: [{ name: 'path', type: 'string', description: 'Where', required: false, variadic: true }],
    options: [
      { name: 'all', flags: ['-a', '--all'], type: 'boolean', description: 'All' },
      { name: 'depth', flags: ['-d', '--depth'], type: 'integer', description: 'How deep' },
    ],
  },
  other: { description: 'Other' },
});

function argumentsOf(...examples: unknown[]): object[] {
  const [command] = flattenCommands(TOOL);
  return command === undefined
    ? []
    : exampleArguments({ ...command, metadata: { ...command.metadata, examples: examples as string[] } });
}

test.each<[string, string, object[]]>([
  ['a plain line', 'tool list -a --depth 2 src', [{ path: ['src'], all: true, depth: 2 }]],
  ['flags together', 'tool list -ad2', [{ all: true, depth: 2 }]],
  ['quotes', `tool list 'a b' "c d"`, [{ path: ['a b', 'c d'] }]],
  ['a pipe', 'tool list -a | head', []],
  ['a variable', 'tool list $HOME', []],
  ['a variable in quotes', 'tool list "$HOME"', []],
  ['a pattern', 'tool list *.md', []],
  ['a placeholder', 'tool list <path>', []],
  ['a comment', 'tool list -a # all of them', []],
  ['a quote that is left open', "tool list 'a", []],
  ['an option that is not known', 'tool list --everything', []],
  ['a value that is none', 'tool list --depth deep', []],
  ['another command', 'tool other', []],
  ['another program', 'git list -a', []],
  ['no arguments', 'tool list', []],
  ['nothing', '', []],
])('%s', (_what, example, expected) => {
  expect(argumentsOf(example)).toStrictEqual(expected);
});

test('each once, and three at most', () => {
  expect(
    argumentsOf('tool list -a', 'tool list --all', 7, 'tool list -d 1', 'tool list -d 2', 'tool list -d 3'),
  ).toStrictEqual([{ all: true }, { depth: 1 }, { depth: 2 }]);
});
