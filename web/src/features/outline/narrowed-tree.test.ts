import { expect, test } from 'vitest';
import { answerCommands, type CommandNode } from './answer-commands.ts';
import { MIXED } from './testing/documents.ts';
import type { Risk } from '../../document/risks.ts';
import { byDanger, fittingNodes, treeMove, visibleRows } from './narrowed-tree.ts';
import { countRisks, rowWords } from './node-words.ts';

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
  ['a path', 'repo del', ['repo', 'repo delete']],
  ['a description', 'lists branches', ['branch']],
  ['a flag', '--yes', ['repo', 'repo delete']],
  ['an argument', 'which one', ['repo', 'repo delete']],
  ['an alias', ' rm ', ['repo', 'repo delete']],
  ['words that are not all there', 'repo branches', []],
])('finds by %s, with the groups that lead there', (_, query, paths) => {
  expect(pathsOf(rowsOf(query))).toStrictEqual(paths);
});

test('a risk shows the commands that have it, also by a parameter, and no group for its own sake', () => {
  expect(pathsOf(rowsOf('', 'destroys'))).toStrictEqual(['repo', 'repo delete', 'branch']);
  expect(pathsOf(rowsOf('branches', 'destroys'))).toStrictEqual(['branch']);
  expect(countRisks(root)).toStrictEqual([
    { risk: 'destroys', commands: 2 },
    { risk: 'no-undo', commands: 1 },
    { risk: 'network', commands: 3 },
    { risk: 'not-stated', commands: 2 },
    { risk: 'reads', commands: 1 },
  ]);
});

test.each([
  ['ArrowDown', '', false, 'go', 'repo'],
  ['ArrowDown', 'cloud', false, 'go', 'cloud'],
  ['ArrowUp', 'branch', false, 'go', 'repo'],
  ['PageDown', '', true, 'go', 'repo delete'],
  ['PageUp', 'repo delete', true, 'go', ''],
  ['Home', 'branch', false, 'go', ''],
  ['End', '', false, 'go', 'cloud'],
  ['ArrowRight', 'repo', false, 'open', 'repo'],
  ['ArrowRight', 'repo', true, 'go', 'repo '],
  ['ArrowLeft', 'repo', true, 'close', 'repo'],
  ['ArrowLeft', 'repo delete', true, 'go', 'repo'],
  ['Enter', 'repo delete', true, 'show', 'repo delete'],
  [' ', 'repo delete', true, 'filter', 'repo delete'],
  ['ArrowRight', 'branch', false, 'detail', 'branch'],
  ['ArrowLeft', 'branch', false, undefined, undefined],
  ['q', 'branch', true, undefined, undefined],
])('%s at "%s", open: %s', (key, path, open, kind, target) => {
  const rows = rowsOf('', undefined, open);
  const active = rows.find((row) => row.path.join(' ') === path) ?? expect.fail('no such row');
  const move = treeMove(key, { rows, active, isOpen: (node) => node.kind === 'group' && open, page: 3 });
  expect([move?.kind, move?.node.path.join(' ')]).toStrictEqual([kind, target]);
});

test('by danger the gravest come first, in each group too', () => {
  const sorted = byDanger(root);
  const rows = visibleRows(sorted, fittingNodes(sorted, '', undefined), () => true);
  expect(pathsOf(rows)).toStrictEqual(['repo', 'repo delete', 'repo ', 'repo a/b', 'branch', 'cloud', '']);
});

test('a row says all that its marks show', () => {
  const branch = rowsOf().find(({ label }) => label === 'branch') ?? expect.fail('no such row');
  expect(rowWords({ ...branch, part: 'none' }, true)).toBe(
    'branch, has an error and is missing from the output, not stated; with some parameters destroys, left out',
  );
});
