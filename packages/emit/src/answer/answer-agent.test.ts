import { Command } from 'commander';
import { expect, test } from 'vitest';
import { answerAgent } from '../with-atip.ts';
import { readAsked } from './asked.ts';

test.each([
  [['--agent'], {}],
  [['--depth', '1', '--agent'], { depth: '1' }],
  [['--commands=a,b c', '--agent', '--depth', '2', 'rest'], { commands: 'a,b c', depth: '2' }],
  [['--agent', 'add', '--depth=1'], {}],
  [[], undefined],
  [['add', '--agent'], undefined],
  [['--verbose', '--agent'], undefined],
  [['--agent=yes'], undefined],
  [['--', '--agent'], undefined],
])('%j asks for %j', (words, asked) => {
  expect(readAsked(words)).toStrictEqual(asked);
});

const program = new Command('x').version('1');
program.command('one').description('First').command('deep').description('Below');
program.command('two').description('Second');

const answer = (...words: string[]) => answerAgent(program, { effects: {} }, ['--agent', ...words]);

test('a part of the document, as core chooses it', async () => {
  const part = await answer('--commands=one', '--depth=1');
  const { commands, filter, partial, totalCommands, includedCommands } = JSON.parse(part?.stdout ?? '');
  expect([part?.code, part?.stderr]).toStrictEqual([0, '']);
  expect({ commands: Object.keys(commands), filter, partial, totalCommands, includedCommands }).toStrictEqual({
    commands: ['one'],
    filter: { commands: ['one'], depth: 1 },
    partial: true,
    totalCommands: 2,
    includedCommands: 0,
  });
});

test.each([
  ['--depth=0', 'x: --depth=0 is no whole number above 0.\n'],
  ['--depth=\u001b[2J', 'x: --depth=?[2J is no whole number above 0.\n'],
  ['--commands=onee', 'x: No tool has a command called "onee". Did you mean one?\n'],
])('%j is refused with a sentence', async (word, stderr) => {
  expect(await answer(word)).toStrictEqual({ code: 2, stdout: '', stderr });
});

test('what is no program is a mistake of the caller', async () => {
  await expect(answerAgent({}, { effects: {} }, ['--agent'])).rejects.toThrow(
    'This is not a program of commander or yargs.',
  );
});

test('nobody asks: nothing is read', async () => {
  expect(await answerAgent({}, { effects: {} }, ['one', '--agent'])).toBeUndefined();
});
