import { describe, expect, test } from 'vitest';
import { answerCommands, type CommandNode, type CommandsAnswer } from './answer-commands.ts';
import { MIXED } from '../../../tests/mixed-tool.ts';

function answered(text: string, filter?: object): Extract<CommandsAnswer, { ok: true }> {
  const answer = answerCommands({ text, ...(filter && { filter }) });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

const allIn = (node: CommandNode): CommandNode[] => [node, ...node.children.flatMap(allIn)];

test('the tree has every node with its pointer, name and note, and one mark for what is dangerous by itself', () => {
  const nodes = allIn(answered(MIXED).root);
  expect(
    nodes.map(({ pointer, name, note, count, mark, isByOption }) => [pointer, name, note, count, mark, isByOption]),
  ).toStrictEqual([
    ['', 'demo', '5 commands', 5, 'destroys', false],
    ['/commands/', 'demo', '', 1, undefined, false],
    ['/commands/repo', 'repo', '3 commands', 3, 'destroys', false],
    ['/commands/repo/commands/', 'repo', '', 1, 'not-stated', false],
    ['/commands/repo/commands/delete', 'repo delete', '', 1, 'destroys', false],
    ['/commands/repo/commands/a~1b', 'repo a/b', 'deprecated', 1, 'not-stated', false],
    ['/commands/branch', 'branch', '', 1, 'destroys', true],
    ['/commands/cloud', 'cloud', 'not in this document', 0, 'not-stated', false],
  ]);
  expect(nodes.map(({ words }) => words).slice(1, 5)).toStrictEqual([
    'reads',
    'some of them: destroys',
    'network, not stated',
    'destroys, no undo, network, not stated',
  ]);
});

test('options of the tool as a whole mark no row, and count nothing', () => {
  const { globalOptions, ...tool } = JSON.parse(MIXED);
  const all = { ...globalOptions[0], 'x-effects': { destructive: true, 'x-runs': 'call' } };
  const { root, destroy } = answered(JSON.stringify({ ...tool, globalOptions: [all] }));
  const marks = (node: CommandNode) => allIn(node).map(({ mark }) => mark);
  expect(marks(root)).toStrictEqual(marks(answered(MIXED).root));
  expect(destroy).toStrictEqual({ itself: 1, withOption: 1 });
});

describe('the part that a filter leaves', () => {
  test.each([
    [{ commands: ['repo a/b', 'branch'] }, ['some', 'none', 'some', 'none', 'none', 'all', 'all', 'none']],
    [{ depth: 1 }, ['some', 'all', 'some', 'all', 'none', 'none', 'all', 'all']],
  ])('%o is what core selects', (filter, parts) => {
    expect(allIn(answered(MIXED, filter).root).map(({ part }) => part)).toStrictEqual(parts);
  });

  test('is what the number of destroying commands is about, as in Safety', () => {
    expect(answered(MIXED, { commands: ['branch'] }).destroy).toStrictEqual({ itself: 0, withOption: 1 });
  });

  test('names what no command is called', () => {
    const answer = answerCommands({ text: MIXED, filter: { commands: ['rep'] } });
    expect(answer).toStrictEqual({ ok: false, code: 'UNKNOWN_COMMAND', message: expect.stringContaining('"rep"') });
  });
});

test('a document without commands has the tool alone; a broken one says why', () => {
  const { commands, ...bare } = JSON.parse(MIXED);
  expect(answered(JSON.stringify(bare)).root.children).toStrictEqual([]);
  expect(answerCommands({ text: '{' }).ok).toBe(false);
});

test('more than 5,000 commands are not listed, and the answer says so', () => {
  const commands = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`c${index}`, { description: 'C' }]));
  const text = JSON.stringify({ atip: { version: '0.4' }, name: 'vast', version: '1', description: 'V', commands });
  expect(answerCommands({ text })).toMatchObject({ ok: false, message: expect.stringContaining('5,001 commands') });
});
