import { describe, expect, test } from 'vitest';
import { answerCommands, type CommandsAnswer } from './answer-commands.ts';
import { NODE, nameOf, nodeAt, PART, pointerTo } from './command-tree.ts';
import { risksIn } from './risk-bits.ts';
import { EMPTY, MIXED } from './test-documents.ts';

function answered(text: string, filter?: object): Extract<CommandsAnswer, { ok: true }> {
  const answer = answerCommands({ text, provider: 'openai', strict: false, ...(filter && { filter }) });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

const POINTERS = [
  '',
  '/commands/',
  '/commands/repo',
  '/commands/repo/commands/',
  '/commands/repo/commands/delete',
  '/commands/repo/commands/a~1b',
  '/commands/branch',
  '/commands/cloud',
];

describe('the tree', () => {
  const { tree } = answered(MIXED);

  test('has every node, depth first, and leads from pointer to node and back', () => {
    expect(tree.keys.map((_, node) => pointerTo(tree, node))).toStrictEqual(POINTERS);
    expect(POINTERS.map((pointer) => nodeAt(tree, pointer))).toStrictEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(nodeAt(tree, '/commands/none')).toBe(undefined);
    expect([...tree.ends]).toStrictEqual([8, 2, 6, 4, 5, 6, 7, 8]);
    expect([...tree.levels]).toStrictEqual([0, 1, 1, 2, 2, 2, 1, 1]);
    expect(tree.keys.map((_, node) => nameOf(tree, node))).toStrictEqual([
      'demo',
      'demo',
      'repo',
      'repo',
      'repo delete',
      'repo a/b',
      'branch',
      'cloud',
    ]);
  });

  test('tells groups, commands and what the document leaves out apart', () => {
    const { group, command, omitted } = NODE;
    expect([...tree.kinds]).toStrictEqual([group, command, group, command, command, command, command, omitted]);
    expect([...tree.counts]).toStrictEqual([5, 1, 3, 1, 1, 1, 1, 0]);
    expect([...tree.deprecated]).toStrictEqual([0, 0, 0, 0, 0, 1, 0, 0]);
    expect([...tree.parameters]).toStrictEqual([0, 1, 0, 1, 3, 1, 2, 0]);
  });

  test('has the effects of all levels, and a group those of its commands', () => {
    expect(risksIn(tree.risks[1] ?? 0)).toStrictEqual(['not-stated', 'reads']);
    expect(risksIn(tree.risks[3] ?? 0)).toStrictEqual(['network', 'not-stated']);
    expect(risksIn(tree.risks[4] ?? 0)).toStrictEqual(['destroys', 'no-undo', 'network', 'not-stated']);
    expect(risksIn(tree.risks[2] ?? 0)).toStrictEqual(['destroys', 'no-undo', 'network', 'not-stated']);
    expect(risksIn(tree.risks[7] ?? 0)).toStrictEqual(['costs', 'not-stated']);
  });

  test('keeps apart what only a parameter adds', () => {
    expect(risksIn(tree.risks[6] ?? 0)).not.toContain('destroys');
    expect(risksIn(tree.added[6] ?? 0)).toStrictEqual(['destroys']);
    expect(risksIn(tree.added[4] ?? 0)).toStrictEqual([]);
  });

  test('counts tokens of commands, and groups fill their share of the picture', () => {
    const { tokens, from, to } = tree;
    expect(tokens[2]).toBe((tokens[3] ?? 0) + (tokens[4] ?? 0) + (tokens[5] ?? 0));
    expect(Math.min(...[1, 3, 4, 5, 6].map((node) => tokens[node] ?? 0))).toBeGreaterThan(0);
    expect([from[0], to[0]]).toStrictEqual([0, 1]);
    expect(from[2]).toBe(from[3]);
    expect(to[5]).toBe(to[2]);
    // Left out by the document: of no tokens, and not unseen.
    expect(tokens[7]).toBe(0);
    expect((to[7] ?? 0) - (from[7] ?? 0)).toBeGreaterThan(0.05);
  });
});

describe('the part that a filter leaves', () => {
  const { all, none, some } = PART;

  test('is everything that the document has without one; what it leaves out itself counts as left out', () => {
    const { part } = answered(MIXED);
    expect([part.total, part.included, part.leftOutDestroy, part.leftOutUnstated]).toStrictEqual([17, 5, 0, 12]);
    expect([...part.nodes]).toStrictEqual(Array.from({ length: 8 }, () => all));
  });

  test('is what core selects, with what is left out in numbers', () => {
    const { part, tree } = answered(MIXED, { commands: ['repo a/b', 'branch'] });
    expect([part.total, part.included, part.leftOutDestroy, part.leftOutUnstated]).toStrictEqual([17, 2, 1, 14]);
    expect([...part.nodes]).toStrictEqual([some, none, some, none, none, all, all, none]);
    expect(part.tokens).toBe((tree.tokens[5] ?? 0) + (tree.tokens[6] ?? 0));
  });

  test('goes by depth as well', () => {
    const { part } = answered(MIXED, { depth: 1 });
    expect([...part.nodes]).toStrictEqual([some, all, some, all, none, none, all, all]);
  });

  test('names what no command is called', () => {
    const answer = answerCommands({ text: MIXED, provider: 'mcp', strict: false, filter: { commands: ['rep'] } });
    expect(answer).toStrictEqual({ ok: false, message: expect.stringContaining('"rep"') });
  });
});

test('a document without commands has the tool alone', () => {
  expect(answered(EMPTY).tree.keys).toStrictEqual(['empty']);
});

test('a broken document says why', () => {
  expect(answerCommands({ text: '{', provider: 'openai', strict: false }).ok).toBe(false);
});

test('what the document leaves out has the effects of the levels above it', () => {
  const text = JSON.stringify({
    ...{ atip: { version: '0.4' }, name: 'far', version: '1', description: 'Far', effects: { network: true } },
    commands: { all: { description: 'All', 'x-omitted-commands': 3 }, one: { description: 'One' } },
  });
  expect(risksIn(answered(text).tree.risks[1] ?? 0)).toStrictEqual(['network', 'not-stated']);
});
