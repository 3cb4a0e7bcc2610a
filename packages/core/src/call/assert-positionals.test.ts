import { mapToCommand } from '../commands/commands-by-name.ts';
import { overrideTool } from '../commands/override-tool.ts';
import { selectCommands } from '../commands/select-commands.ts';
import { ArgumentValidationError } from '../json/execute-errors.ts';
import { toolWith } from '../testing/documents.ts';
import type { AtipArgument, AtipTool } from '../types/tool.ts';
import { buildCommandArray } from './build-command-array.ts';
import { expect, test } from 'vitest';

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

const REMOTE = toolWith({
  '': { description: 'The tool itself', arguments: [many('words')] },
  'remote add': { description: 'Add a remote' },
});

function build(name: string, args: Record<string, unknown>, tool: AtipTool = STASH): string[] {
  return buildCommandArray(mapToCommand(name, [tool]), args);
}

test.each<[string, string, Record<string, unknown>, AtipTool]>([
  ['a subcommand smuggled as the argument of its group', 'tool_stash', { message: 'drop' }, STASH],
  ['a command smuggled as the argument of the tool itself', 'tool', { words: ['stash', 'drop'] }, STASH],
  ['it does not help that -- comes before', 'tool', { words: ['stash'] }, { ...STASH, 'x-end-of-options': true }],
  ['nor that some programs ignore case', 'tool', { words: [' STASH'] }, STASH],
  ['nor that a key holds two words', 'tool', { words: ['remote', 'add'] }, REMOTE],
])('%s is refused', (_name, name, args, tool) => {
  const run = (): unknown => build(name, args, tool);
  expect(run).toThrow(ArgumentValidationError);
  expect(run).toThrow('names another command, which would run instead');
});

const removed = (commands: unknown): AtipTool => overrideTool(STASH, { commands });

test.each<[string, string, string, AtipTool]>([
  ['by name', 'tool', 'words', selectCommands(STASH, { commands: [''] })],
  ['by depth', 'tool_stash', 'message', selectCommands(STASH, { depth: 1 })],
  ['by its user', 'tool_stash', 'message', removed({ stash: { commands: { drop: null } } })],
  ['by its user, with a group', 'tool', 'words', removed({ stash: null })],
  ['by whoever wrote it', 'tool', 'words', { ...REMOTE, partial: true }],
])('a command that was left out %s is still not to be named', (_name, name, key, tool) => {
  const free: AtipTool = JSON.parse(JSON.stringify(tool).replaceAll(',"enum":["drop","keep"]', ''));
  const word = name === 'tool' ? 'stash' : 'drop';
  expect(() => build(name, { [key]: word }, free)).toThrow('could name a command that this document leaves out');
  for (const sure of ['./drop', 'https://example.org', 'drop it'])
    expect(build(name, { [key]: sure }, free).at(-1)).toBe(sure);
});

test.each<[string, string, Record<string, unknown>, string[]]>([
  ['another word', 'tool_stash', { message: 'keep' }, ['tool', 'stash', 'keep']],
  ['the name after the first word', 'tool', { words: ['a', 'stash'] }, ['tool', 'a', 'stash']],
  ['the name as the value of an option', 'tool_stash', { note: 'drop' }, ['tool', 'stash', '-n', 'drop']],
  ['a blank, beside the key of the group itself', 'tool', { words: [' '] }, ['tool', ' ']],
  ['a name that every object has', 'tool', { words: ['constructor'] }, ['tool', 'constructor']],
])('%s is a word', (_name, name, args, argv) => {
  expect(build(name, args)).toStrictEqual(argv);
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

const command = (name: string, more: Partial<AtipArgument> = {}): AtipArgument =>
  argument(name, { 'x-rest': true, ...more });
const RUN = toolWith({
  timeout: { description: 'X', arguments: [argument('time'), command('program'), many('words')] },
  env: { description: 'X', arguments: [many('set'), command('command', { variadic: true })] },
});

test.each<[string, string, Record<string, unknown>, string[]]>([
  [
    'behind its first word',
    'timeout',
    { time: '5', program: 'ls', words: ['-l', '+x', '--'] },
    ['5', 'ls', '-l', '+x', '--'],
  ],
  ['behind assignments', 'env', { set: ['A=1', 'B='], command: ['ls', '-l'] }, ['A=1', 'B=', 'ls', '-l']],
  ['without them', 'env', { command: ['ls', 'A=1'] }, ['ls', 'A=1']],
  ['and without it', 'env', { set: ['A=1'] }, ['A=1']],
])('a command line ends the options, %s', (_name, name, args, words) => {
  expect(build(`tool_${name}`, args, RUN).slice(2)).toStrictEqual(words);
});

test.each<[string, string, Record<string, unknown>, string]>([
  ['that begins with an option', 'timeout', { time: '5', program: '-k' }, '"program" must not start with "-"'],
  ['smuggled among assignments', 'env', { set: ['A=1', 'rm'] }, '"set" must be NAME=value'],
  ['that begins with what could be one', 'env', { command: ['B=1', 'ls'] }, '"command" must not begin with NAME=value'],
  [
    'that begins with an assignment',
    'env',
    { set: ['A=1'], command: ['B=1', 'ls'] },
    '"command" must not begin with NAME=value',
  ],
])('a command line %s is refused', (_name, name, args, message) => {
  expect(() => build(`tool_${name}`, args, RUN)).toThrow(message);
});
