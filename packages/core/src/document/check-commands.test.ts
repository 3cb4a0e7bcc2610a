import { expect, test } from 'vitest';
import { checkCommands } from './check-commands.ts';

const LEAF = { description: 'd' };

test('a command under the empty key has no subcommands, at any depth', () => {
  const group = { '': { commands: { b: LEAF } }, b: LEAF };
  const tool = { commands: { ...group, 'x/y': { commands: group } } };
  expect(
    checkCommands({ value: tool }).map(({ code, severity, path, mark, section }) => [
      code,
      severity,
      path,
      mark,
      section,
    ]),
  ).toStrictEqual([
    ['empty-key-group', 'error', '/commands//commands', 'key', '3.3'],
    ['empty-key-group', 'error', '/commands/x~1y/commands//commands', 'key', '3.3'],
  ]);
});

test.each([
  ['the empty key alone', { commands: { '': LEAF } }],
  ['no subcommands in it', { commands: { '': { commands: {} } } }],
  ['wrong shapes', { commands: { '': { commands: ['b'] }, a: 1 } }],
  ['no commands', {}],
  ['no tool', null],
])('passes %s', (_name, tool) => {
  expect(checkCommands({ value: tool })).toStrictEqual([]);
});

test('more commands than can be compiled are an error', () => {
  const commands = Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [`c${index}`, LEAF]));
  expect(
    checkCommands({ value: { commands: { g: { commands } } } }).map(({ code, path }) => [code, path]),
  ).toStrictEqual([['too-many-commands', '/commands']]);
  delete commands['c7'];
  expect(checkCommands({ value: { commands: { g: { commands } } } })).toStrictEqual([]);
});

test('a condition may name a global option, and nothing else that the command lacks', () => {
  const file = (unless: string) => ({
    name: 'file',
    type: 'string',
    'x-effects': { destructive: true, unless: [unless] },
  });
  const options = [{ name: 'dry', flags: ['--dry'], type: 'boolean' }];
  const codesOf = (unless: string): string[] =>
    checkCommands({
      value: { globalOptions: options, commands: { rm: { ...LEAF, arguments: [file(unless)] } } },
    }).map(({ code }) => code);
  expect([codesOf('--dry'), codesOf('!dry'), codesOf('--wet')]).toStrictEqual([[], [], ['unknown-condition']]);
});
