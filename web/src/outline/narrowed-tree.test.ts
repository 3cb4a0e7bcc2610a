import { type CommandFilter, flattenCommands, parseTool, selectCommands } from '@atip/core';
import { describe, expect, test } from 'vitest';
import { answerCommands, type CommandNode } from './answer-commands.ts';
import { MIXED } from './testing/documents.ts';
import type { Risk } from '../document/risks.ts';
import { fittingNodes, toggleNode, treeMove, visibleRows, countDestroying, rowWords } from './narrowed-tree.ts';

const answer = answerCommands({ text: MIXED });
const root: CommandNode = answer.ok ? answer.root : expect.fail(answer.message);

/** The demo itself, the group `repo` with itself, `delete` and `a/b`, then `branch` and `cloud`. */
function rowsOf(query = '', risk?: Risk, isOpen = true): readonly CommandNode[] {
  return visibleRows(root, fittingNodes(root, query, risk), () => isOpen);
}

const pathsOf = (rows: readonly CommandNode[]): readonly string[] => rows.map(({ path }) => path.join(' '));
const WHOLE = ['', 'repo', 'repo ', 'repo delete', 'repo a/b', 'branch', 'cloud'];

test('closed groups hide what is in them', () => {
  expect(pathsOf(rowsOf())).toStrictEqual(WHOLE);
  expect(pathsOf(rowsOf('', undefined, false))).toStrictEqual(['', 'repo', 'branch', 'cloud']);
});

test.each<[string, string, string[]]>([
  ['a name, letter case aside', 'DELETE', ['repo', 'repo delete', 'branch']],
  ['a description', 'lists branches', ['branch']],
  ['an argument', 'which one', ['repo', 'repo delete']],
  ['an alias', ' rm ', ['repo', 'repo delete']],
  ['words that are not all there', 'repo branches', []],
])('finds by %s, with the groups that lead there', (_, query, paths) => {
  expect(pathsOf(rowsOf(query))).toStrictEqual(paths);
});

test('a risk shows the commands that have it, also by a parameter, and no group for its own sake', () => {
  expect(pathsOf(rowsOf('', 'destroys'))).toStrictEqual(['repo', 'repo delete', 'branch']);
  expect(pathsOf(rowsOf('branches', 'destroys'))).toStrictEqual(['branch']);
  expect(countDestroying(root)).toBe(2);
});

test.each([
  ['ArrowDown', '', false, 'go', 'repo'],
  ['ArrowUp', 'branch', false, 'go', 'repo'],
  ['PageDown', '', true, 'go', 'repo delete'],
  ['End', '', false, 'go', 'cloud'],
  ['ArrowRight', 'repo', false, 'open', 'repo'],
  ['ArrowLeft', 'repo', true, 'close', 'repo'],
  ['ArrowLeft', 'repo delete', true, 'go', 'repo'],
  ['Enter', 'repo delete', true, 'show', 'repo delete'],
  [' ', 'repo delete', true, 'filter', 'repo delete'],
  ['ArrowRight', 'branch', false, undefined, undefined],
  ['ArrowLeft', 'branch', false, undefined, undefined],
  ['toString', 'branch', true, undefined, undefined],
])('%s at "%s", open: %s', (key, path, open, kind, target) => {
  const rows = rowsOf('', undefined, open);
  const active = rows.find((row) => row.path.join(' ') === path) ?? expect.fail('no such row');
  const move = treeMove(key, {
    rows,
    active,
    isOpen: (node) => node.kind === 'group' && open,
    page: 3,
  });
  expect([move?.kind, move?.node.path.join(' ')]).toStrictEqual([kind, target]);
});

test('a row says all that its marks show', () => {
  const branch = rowsOf().find(({ label }) => label === 'branch') ?? expect.fail('no such row');
  expect(rowWords({ ...branch, part: 'none' }, true)).toBe(
    'branch, has an error and is missing from the output, not stated; with some parameters destroys, left out',
  );
});

const tool = parseTool(MIXED).tool ?? expect.fail('MIXED does not parse');

const allIn = (node: CommandNode): CommandNode[] => [node, ...node.children.flatMap(allIn)];
const at = (pointer: string): CommandNode =>
  allIn(root).find((node) => node.pointer === pointer) ?? expect.fail(`nothing at ${pointer}`);
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
    const without = toggleNode(root, undefined, BRANCH);
    expect(without).toStrictEqual({ commands: ['', 'repo', 'cloud'], depth: undefined });
    expect(left(without)).toStrictEqual([ROOT, LIST, DEL, ODD]);
    expect(toggleNode(root, without, BRANCH)).toBe(undefined);
  });

  test('takes the rest of a group that is partly in', () => {
    const some: CommandFilter = { commands: ['repo delete'] };
    expect(toggleNode(root, some, REPO)).toStrictEqual({ commands: ['repo'], depth: undefined });
  });

  test("takes a group's own command along with the group, since it has no name of its own", () => {
    expect(left(toggleNode(root, undefined, DELETE))).toStrictEqual([ROOT, ODD, BRA]);
    expect(toggleNode(root, undefined, OWN)).toStrictEqual(toggleNode(root, undefined, REPO));
  });

  test('keeps the depth', () => {
    expect(toggleNode(root, { depth: 1 }, BRANCH)).toStrictEqual({ commands: ['', 'repo', 'cloud'], depth: 1 });
    expect(toggleNode(root, { depth: 1, commands: ['', 'repo', 'cloud'] }, BRANCH)).toStrictEqual({
      commands: undefined,
      depth: 1,
    });
  });

  test('understands names with more than one space', () => {
    expect(toggleNode(root, { commands: [' repo   delete '] }, DELETE)).toStrictEqual({
      commands: [],
      depth: undefined,
    });
  });
});
