import { parseTool } from '@atip/core';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { describe as describeDocument } from '../testing/describe.ts';

test('two commands of one name: the first is kept, and the second told', async () => {
  const program = new Command('x').version('1');
  program.command('one').description('first');
  // Commander refuses a second one by itself; a program can still put it there.
  const second = new Command('one').description('second');
  Object.defineProperty(program, 'commands', { value: [...program.commands, second] });
  const { tool, told } = await describeDocument(program, { one: { network: false } });
  expect(told).toStrictEqual(['error "one": Two commands have this name; the second is left out.']);
  expect(tool?.commands).toStrictEqual({ one: { description: 'first', effects: { network: false } } });
});

test.each([
  ['empty', ''],
  ['with a character that nobody sees', 'a\u200bb'],
  ['an option', '--all'],
  ['that changes other objects', '__proto__'],
])('a name that is none (%s) is told and left out', async (_, name) => {
  const program = new Command('x').version('1').addCommand(new Command('ok').description('Is fine'));
  const odd = new Command('placeholder');
  odd.name(name);
  Object.defineProperty(program, 'commands', { value: [...program.commands, odd] });
  const { tool, told } = await describeDocument(program);
  expect(told).toStrictEqual([`error A command is called ${JSON.stringify(name)}, which cannot be typed.`]);
  expect(Object.keys(tool?.commands ?? {})).toStrictEqual(['ok']);
});

test('aliases in a circle, or of another command, are left out and told', async () => {
  const program = new Command('x').version('1');
  const [one, two] = [program.command('one'), program.command('two')];
  for (const [command, aliases] of [
    [one, ['two', 'o']],
    [two, ['one', 'o', 't']],
  ] as const)
    Object.defineProperty(command, '_aliases', { value: aliases });
  const { tool, told } = await describeDocument(program);
  expect(Object.values(tool?.commands ?? {}).map((command) => command['x-aliases'])).toStrictEqual([['o'], ['t']]);
  expect(told).toStrictEqual([
    'warning "one": One of its aliases cannot be typed or belongs to another command, so it is left out.',
    'warning "two": One of its aliases cannot be typed or belongs to another command, so it is left out.',
  ]);
});

test('a command that contains itself ends', async () => {
  const program = new Command('x').version('1');
  const loop = program.command('loop');
  Object.defineProperty(loop, 'commands', { value: [loop] });
  const { tool, told } = await describeDocument(program);
  expect(told).toStrictEqual(['error "loop": It contains itself, or a command above it, which is left out.']);
  expect(tool?.commands).toStrictEqual({ loop: { description: '' } });
});

test('a tree of 60 levels is cut where a document ends, which is told', async () => {
  const program = new Command('x').version('1');
  let command = program;
  for (let level = 0; level < 60; level += 1) command = command.command(`c${level}`).description('d');
  const { tool, told } = await describeDocument(program);
  expect(told.map((text) => text.split(' ').slice(-16).join(' '))).toStrictEqual([
    'c39 c40": It is deeper than commands of a document can be; it is left out.',
  ]);
  expect(parseTool(JSON.stringify(tool)).issues).toStrictEqual([]);
});

test('effects of a command that there is not are told, and those of a name of all objects are not made up', async () => {
  const program = new Command('x').version('1');
  program.command('constructor').description('Builds');
  const { tool, told } = await describeDocument(program, { wpie: { destructive: true } });
  expect(told).toStrictEqual(['error There are effects for "wpie", but the program has no command of that name.']);
  expect(JSON.stringify(tool?.commands)).toBe('{"constructor":{"description":"Builds"}}');
});

test('the author knows better than the framework', async () => {
  const facts = { name: 'y', version: '2', description: 'Is told', homepage: 'https://example.org' };
  const { tool } = await describeDocument(new Command('x').version('1').description('Is read'), {}, facts);
  expect([tool?.name, tool?.version, tool?.description, tool?.homepage]).toStrictEqual([
    'y',
    '2',
    'Is told',
    'https://example.org',
  ]);
});

test('what is no program has no document', async () => {
  for (const value of [undefined, null, 7, 'commander', {}, [], new Map(), () => undefined, { commands: [] }])
    expect(await describeDocument(value)).toStrictEqual({ tool: undefined, told: [] });
});
