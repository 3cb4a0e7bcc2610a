import { expect, test } from 'vitest';
import { mapToCommand } from '../commands/map-to-command.ts';
import { ArgumentValidationError } from '../errors/execute-errors.ts';
import { toolWith } from '../testing/documents.ts';
import type { AtipArgument } from '../types/parameter.ts';
import type { AtipTool } from '../types/tool.ts';
import { buildCommandArray } from './build-command-array.ts';

const argument = (name: string, more: Partial<AtipArgument> = {}): AtipArgument => ({
  name,
  type: 'string',
  description: '',
  required: false,
  ...more,
});
const many = (name: string): AtipArgument => argument(name, { variadic: true });

const STASH = toolWith({
  '': { description: 'The tool itself', arguments: [many('words')], options: [] },
  stash: {
    description: 'Stash',
    commands: {
      '': {
        description: 'Stash changes',
        arguments: [argument('message', { enum: ['drop', 'keep'] })],
        options: [{ name: 'note', flags: ['-n'], type: 'string', description: '' }],
      },
      drop: { description: 'Throw a stash away', effects: { destructive: true } },
    },
  },
  plain: { description: 'Plain', commands: {}, arguments: [argument('word')] },
});

function build(name: string, args: Record<string, unknown>, tool: AtipTool = STASH): string[] {
  return buildCommandArray(mapToCommand(name, [tool]), args);
}

test.each<[string, string, Record<string, unknown>, AtipTool]>([
  ['a subcommand smuggled as the argument of its group', 'tool_stash', { message: 'drop' }, STASH],
  ['a command smuggled as the argument of the tool itself', 'tool', { words: ['stash', 'drop'] }, STASH],
  ['it does not help that -- comes before', 'tool', { words: ['stash'] }, { ...STASH, 'x-end-of-options': true }],
])('%s is refused', (_name, name, args, tool) => {
  const run = (): unknown => build(name, args, tool);
  expect(run).toThrow(ArgumentValidationError);
  expect(run).toThrow('names another command, which would run instead');
});

test.each<[string, string, Record<string, unknown>, string[]]>([
  ['another word', 'tool_stash', { message: 'keep' }, ['tool', 'stash', 'keep']],
  ['the name after the first word', 'tool', { words: ['a', 'stash'] }, ['tool', 'a', 'stash']],
  ['the name as the value of an option', 'tool_stash', { note: 'drop' }, ['tool', 'stash', '-n', 'drop']],
  ['the name of a command elsewhere', 'tool_plain', { word: 'stash' }, ['tool', 'plain', 'stash']],
  ['a name that every object has', 'tool', { words: ['constructor'] }, ['tool', 'constructor']],
  ['nothing at all, as a word', 'tool', { words: [''] }, ['tool', '']],
])('%s is a word', (_name, name, args, argv) => {
  expect(build(name, args)).toStrictEqual(argv);
});

test('a mapping whose path is not in the tool has no subcommands to be taken for', () => {
  const mapping = { ...mapToCommand('tool_plain', [STASH]), path: ['gone', 'too'] };
  expect(buildCommandArray(mapping, { word: 'drop' })).toStrictEqual(['tool', 'gone', 'too', 'drop']);
});

test('a list may stand before a last one; of two lists nobody could tell the second', () => {
  const copy = toolWith({ x: { description: 'X', arguments: [many('from'), argument('to')] } });
  expect(build('tool_x', { from: ['a', 'b'], to: 'c' }, copy)).toStrictEqual(['tool', 'x', 'a', 'b', 'c']);
  const two = toolWith({ x: { description: 'X', arguments: [many('keep'), argument('drop', { type: 'array' })] } });
  expect(build('tool_x', { keep: ['a', 'b'] }, two)).toStrictEqual(['tool', 'x', 'a', 'b']);
  expect(() => build('tool_x', { keep: ['a'], drop: ['b'] }, two)).toThrow(
    '"drop" cannot be given together with "keep": nothing shows where that list ends.',
  );
});

test('each of three optional arguments needs those before it', () => {
  const three = toolWith({ x: { description: 'X', arguments: [argument('a'), argument('b'), argument('c')] } });
  expect(build('tool_x', { a: '1', b: '2' }, three)).toStrictEqual(['tool', 'x', '1', '2']);
  expect(() => build('tool_x', { a: '1', c: '3' }, three)).toThrow(
    '"c" cannot be given without "b", which comes before it.',
  );
});
