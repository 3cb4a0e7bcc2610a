import { describe, expect, test } from 'vitest';
import { answerCommands, type CommandNode, type CommandsAnswer } from './answer-commands.ts';
import { EMPTY, MIXED } from './testing/documents.ts';

function answered(text: string, filter?: object): Extract<CommandsAnswer, { ok: true }> {
  const answer = answerCommands({ text, ...(filter && { filter }) });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

const allIn = (node: CommandNode): CommandNode[] => [node, ...node.children.flatMap(allIn)];

describe('the tree', () => {
  const nodes = allIn(answered(MIXED).root);
  const at = (index: number): CommandNode => nodes[index] ?? expect.fail('no such node');

  test('has every node with its pointer and name, groups, commands and what the document leaves out', () => {
    expect(nodes.map(({ pointer, name, kind, count }) => [pointer, name, kind, count])).toStrictEqual([
      ['', 'demo', 'group', 5],
      ['/commands/', 'demo', 'command', 1],
      ['/commands/repo', 'repo', 'group', 3],
      ['/commands/repo/commands/', 'repo', 'command', 1],
      ['/commands/repo/commands/delete', 'repo delete', 'command', 1],
      ['/commands/repo/commands/a~1b', 'repo a/b', 'command', 1],
      ['/commands/branch', 'branch', 'command', 1],
      ['/commands/cloud', 'cloud', 'omitted', 0],
    ]);
    expect(nodes.filter(({ deprecated }) => deprecated).map(({ label }) => label)).toStrictEqual(['a/b']);
  });

  test('has the effects of all levels, and a group those of its commands', () => {
    expect(at(1).risks).toStrictEqual(['reads']);
    expect(at(3).risks).toStrictEqual(['network', 'not-stated']);
    expect(at(4).risks).toStrictEqual(['destroys', 'no-undo', 'network', 'not-stated']);
    expect(at(2).risks).toStrictEqual(['destroys', 'no-undo', 'network', 'not-stated']);
    expect(at(7).risks).toStrictEqual(['costs', 'not-stated']);
  });

  test('keeps apart what only a parameter adds', () => {
    expect(at(6).risks).not.toContain('destroys');
    expect([at(6).added, at(4).added]).toStrictEqual([['destroys'], []]);
  });

  test('is shown by one mark: silence about harm weighs more than network, and a parameter counts', () => {
    expect(nodes.map(({ danger }) => danger)).toStrictEqual([
      ...['destroys', 'reads', 'destroys', 'not-stated', 'destroys', 'not-stated', 'destroys', 'costs'],
    ]);
  });
});

describe('the part that a filter leaves', () => {
  const parts = (filter?: object): readonly string[] => allIn(answered(MIXED, filter).root).map(({ part }) => part);

  test('is what core selects', () => {
    const filter = { commands: ['repo a/b', 'branch'] };
    expect(parts(filter)).toStrictEqual(['some', 'none', 'some', 'none', 'none', 'all', 'all', 'none']);
  });

  test('goes by depth as well', () => {
    expect(parts({ depth: 1 })).toStrictEqual(['some', 'all', 'some', 'all', 'none', 'none', 'all', 'all']);
  });

  test('names what no command is called', () => {
    const answer = answerCommands({ text: MIXED, filter: { commands: ['rep'] } });
    expect(answer).toStrictEqual({ ok: false, code: 'UNKNOWN_COMMAND', message: expect.stringContaining('"rep"') });
  });
});

test('a document without commands has the tool alone; a broken one says why', () => {
  expect(answered(EMPTY).root.children).toStrictEqual([]);
  expect(answerCommands({ text: '{' }).ok).toBe(false);
});

test('more than 5,000 commands are not listed, and the answer says so', () => {
  const commands = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`c${index}`, { description: 'C' }]));
  const text = JSON.stringify({ atip: { version: '0.4' }, name: 'vast', version: '1', description: 'V', commands });
  expect(answerCommands({ text })).toStrictEqual({
    ok: false,
    message: 'This document has 5,001 commands; the page lists up to 5,000.',
  });
});

test('what the document leaves out has the effects of the levels above it', () => {
  const text = JSON.stringify({
    ...{ atip: { version: '0.4' }, name: 'far', version: '1', description: 'Far', effects: { network: true } },
    commands: { all: { description: 'All', 'x-omitted-commands': 3 }, one: { description: 'One' } },
  });
  expect(answered(text).root.children[0]?.risks).toStrictEqual(['network', 'not-stated']);
});
