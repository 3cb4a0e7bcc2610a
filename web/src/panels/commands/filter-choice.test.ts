import { type CommandFilter, flattenCommands, parseTool, selectCommands } from '@atip/core';
import { describe, expect, test } from 'vitest';
import { answerCommands } from '../../analysis/commands/answer-commands.ts';
import { type CommandTree, nodeAt } from '../../analysis/commands/command-tree.ts';
import { MIXED } from '../../analysis/commands/test-documents.ts';
import { depthOf, onlyNode, toggleNode, withDepth } from './filter-choice.ts';

const answer = answerCommands({ text: MIXED, provider: 'openai', strict: false });
const tree: CommandTree = answer.ok ? answer.tree : expect.fail(answer.message);
const tool = parseTool(MIXED).tool ?? expect.fail('MIXED does not parse');

const REPO = nodeAt(tree, '/commands/repo') ?? -1;
const OWN = nodeAt(tree, '/commands/repo/commands/') ?? -1;
const DELETE = nodeAt(tree, '/commands/repo/commands/delete') ?? -1;
const BRANCH = nodeAt(tree, '/commands/branch') ?? -1;

/** What core leaves under a filter. */
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
  expect(onlyNode(tree, { depth: 2 }, 0)).toStrictEqual({ depth: 2 });
  expect(left(onlyNode(tree, undefined, nodeAt(tree, ROOT) ?? -1))).toStrictEqual([ROOT]);
});

test('the depth comes and goes alone', () => {
  expect(withDepth({ commands: ['repo'] }, 1)).toStrictEqual({ commands: ['repo'], depth: 1 });
  expect(withDepth({ depth: 1 }, undefined)).toBe(undefined);
});

test("a group's own command is no level of its own", () => {
  expect(depthOf(tree)).toBe(2);
});
