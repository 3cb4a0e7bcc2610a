import { type CommandFilter, flattenCommands, parseTool, selectCommands } from '@atip/core';
import { describe, expect, test } from 'vitest';
import { answerCommands, type CommandNode } from './answer-commands.ts';
import { MIXED } from './testing/documents.ts';
import { nodeAt, onlyNode, toggleNode } from './narrowed-tree.ts';

const answer = answerCommands({ text: MIXED });
const tree: CommandNode = answer.ok ? answer.root : expect.fail(answer.message);
const tool = parseTool(MIXED).tool ?? expect.fail('MIXED does not parse');

const at = (pointer: string): CommandNode => nodeAt(tree, pointer) ?? expect.fail(`nothing at ${pointer}`);
const REPO = at('/commands/repo');
const OWN = at('/commands/repo/commands/');
const DELETE = at('/commands/repo/commands/delete');
const BRANCH = at('/commands/branch');

/** Commands that core leaves under a filter. */
function left(filter: CommandFilter | undefined): string[] {
  return flattenCommands(filter ? selectCommands(tool, filter) : tool).map(({ pointer }) => pointer);
}

const [ROOT, LIST, DEL, ODD, BRA] = [
  '/commands/',
  '/commands/repo/commands/',
  '/commands/repo/commands/delete',
  '/commands/repo/commands/a~1b',
  '/commands/branch',
];

describe('one click', () => {
  test('leaves a command out, and a second one takes it back', () => {
    const without = toggleNode(tree, undefined, BRANCH);
    expect(without).toStrictEqual({ commands: ['', 'repo', 'cloud'] });
    expect(left(without)).toStrictEqual([ROOT, LIST, DEL, ODD]);
    expect(toggleNode(tree, without, BRANCH)).toBe(undefined);
  });

  test('leaves a group out with all that is in it', () => {
    expect(left(toggleNode(tree, undefined, REPO))).toStrictEqual([ROOT, BRA]);
  });

  test('takes the rest of a group that is partly in', () => {
    const some: CommandFilter = { commands: ['repo delete'] };
    expect(toggleNode(tree, some, REPO)).toStrictEqual({ commands: ['repo'] });
  });

  test("takes a group's own command along with the group, since it has no name of its own", () => {
    expect(left(toggleNode(tree, undefined, DELETE))).toStrictEqual([ROOT, ODD, BRA]);
    expect(toggleNode(tree, undefined, OWN)).toStrictEqual(toggleNode(tree, undefined, REPO));
  });

  test('can leave nothing', () => {
    expect(toggleNode(tree, { commands: ['branch'] }, BRANCH)).toStrictEqual({ commands: [] });
  });

  test('keeps the depth', () => {
    expect(toggleNode(tree, { depth: 1 }, BRANCH)).toStrictEqual({ commands: ['', 'repo', 'cloud'], depth: 1 });
    expect(toggleNode(tree, { depth: 1, commands: ['', 'repo', 'cloud'] }, BRANCH)).toStrictEqual({ depth: 1 });
  });

  test('understands names with more than one space', () => {
    expect(toggleNode(tree, { commands: [' repo   delete '] }, DELETE)).toStrictEqual({ commands: [] });
  });
});

test('only this takes nothing else', () => {
  expect(left(onlyNode(tree, { commands: ['branch'] }, DELETE))).toStrictEqual([DEL]);
  expect(onlyNode(tree, { depth: 2 }, tree)).toStrictEqual({ depth: 2 });
  expect(left(onlyNode(tree, undefined, at(ROOT)))).toStrictEqual([ROOT]);
});

test('a pointer leads to its node', () => {
  expect([ROOT, ODD].map((pointer) => nodeAt(tree, pointer)?.pointer)).toStrictEqual([ROOT, ODD]);
  expect(nodeAt(tree, '/commands/none')).toBeUndefined();
});
