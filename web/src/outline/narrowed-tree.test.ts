import { type CommandFilter, flattenCommands, parseTool, selectCommands } from '@atip/core';
import { describe, expect, test } from 'vitest';
import { answerCommands, type CommandNode } from './answer-commands.ts';
import { fittingNodes, toggleNode, treeMove, visibleRows } from './narrowed-tree.ts';
import { MIXED } from '../../../tests/mixed-tool.ts';

const answer = answerCommands({ text: MIXED });
const root: CommandNode = answer.ok ? answer.root : expect.fail(answer.message);

/** The demo itself, the group `repo` with itself, `delete` and `a/b`, then `branch` and `cloud`. */
function rowsOf(query = '', isOpen = true): readonly CommandNode[] {
  return visibleRows(root, fittingNodes(root, query), () => isOpen);
}

const pathsOf = (rows: readonly CommandNode[]): readonly string[] => rows.map(({ path }) => path.join(' '));

test('closed groups hide what is in them', () => {
  expect(pathsOf(rowsOf())).toStrictEqual(['', 'repo', 'repo ', 'repo delete', 'repo a/b', 'branch', 'cloud']);
  expect(pathsOf(rowsOf('', false))).toStrictEqual(['', 'repo', 'branch', 'cloud']);
});

test.each([
  ['a name, letter case aside', 'DELETE', ['repo', 'repo delete']],
  ['a description', 'lists branches', ['branch']],
  ['a name and its group', ' repo  del ', ['repo', 'repo delete']],
  ['words that are not all there', 'repo branches', []],
])('finds by %s, with the groups that lead there', (_, query, paths) => {
  expect(pathsOf(rowsOf(query))).toStrictEqual(paths);
});

test.each([
  ['ArrowDown', '', false, 'go', 'repo'],
  ['ArrowUp', 'branch', false, 'go', 'repo'],
  ['PageDown', '', true, 'go', 'repo delete'],
  ['End', '', false, 'go', 'cloud'],
  ['ArrowRight', 'repo', false, 'toggle', 'repo'],
  ['ArrowRight', 'repo', true, 'go', 'repo '],
  ['ArrowLeft', 'repo', true, 'toggle', 'repo'],
  ['ArrowLeft', 'repo delete', true, 'go', 'repo'],
  ['Enter', 'repo delete', true, 'choose', 'repo delete'],
  ['Escape', 'repo delete', true, 'leave', 'repo delete'],
  [' ', 'repo delete', true, 'filter', 'repo delete'],
  ['ArrowRight', 'branch', false, undefined, undefined],
  ['ArrowLeft', 'branch', false, undefined, undefined],
  ['toString', 'branch', true, undefined, undefined],
])('%s at "%s", open: %s', (key, path, open, kind, target) => {
  const rows = rowsOf('', open);
  const active = rows.find((row) => row.path.join(' ') === path) ?? expect.fail('no such row');
  const move = treeMove(key, { rows, active, isOpen: (node) => node.children.length > 0 && open, page: 3 });
  expect([move?.kind, move?.node.path.join(' ')]).toStrictEqual([kind, target]);
});

const tool = parseTool(MIXED).tool ?? expect.fail('MIXED does not parse');
const allIn = (node: CommandNode): CommandNode[] => [node, ...node.children.flatMap(allIn)];
const at = (pointer: string): CommandNode =>
  allIn(root).find((node) => node.pointer === pointer) ?? expect.fail(`nothing at ${pointer}`);
const OWN = '/commands/repo/commands/';
const [REPO, DELETE, BRANCH] = [at('/commands/repo'), at(`${OWN}delete`), at('/commands/branch')];

const left = (filter: CommandFilter | undefined): string[] =>
  flattenCommands(filter ? selectCommands(tool, filter) : tool).map(({ pointer }) => pointer);

describe('one click', () => {
  test('leaves a command out, and a second one takes it back', () => {
    const without = toggleNode(root, {}, BRANCH);
    expect(without).toStrictEqual({ commands: ['', 'repo', 'cloud'], depth: undefined });
    expect(left(without)).toStrictEqual(['/commands/', OWN, `${OWN}delete`, `${OWN}a~1b`]);
    expect(toggleNode(root, without ?? {}, BRANCH)).toBe(undefined);
  });

  test('takes the rest of a group that is partly in', () => {
    expect(toggleNode(root, { commands: ['repo delete'] }, REPO)).toStrictEqual({
      commands: ['repo'],
      depth: undefined,
    });
  });

  test("takes a group's own command along with the group, since it has no name of its own", () => {
    expect(left(toggleNode(root, {}, DELETE))).toStrictEqual(['/commands/', `${OWN}a~1b`, '/commands/branch']);
    expect(toggleNode(root, {}, at(OWN))).toStrictEqual(toggleNode(root, {}, REPO));
  });

  test('keeps the depth', () => {
    expect(toggleNode(root, { depth: 1 }, BRANCH)).toStrictEqual({ commands: ['', 'repo', 'cloud'], depth: 1 });
  });

  test('understands names with more than one space', () => {
    expect(toggleNode(root, { commands: [' repo   delete '] }, DELETE)).toStrictEqual({
      commands: [],
      depth: undefined,
    });
  });
});
