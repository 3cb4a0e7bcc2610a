import { expect, test } from 'vitest';
import { answerCommands, type CommandNode } from './answer-commands.ts';
import { MIXED } from './testing/documents.ts';
import type { Risk } from '../../document/risks.ts';
import { fittingNodes, treeMove, visibleRows } from './narrowed-tree.ts';
import { countRisks, partWords } from './node-words.ts';

const answer = answerCommands({ text: MIXED, provider: 'openai', strict: false });
const root: CommandNode = answer.ok ? answer.root : expect.fail(answer.message);

/** The demo itself, the group `repo` with itself, `delete` and `a/b`, then `branch` and `cloud`. */
function rowsOf(query = '', risks: readonly Risk[] = [], isOpen = true): readonly CommandNode[] {
  return visibleRows(root, fittingNodes(root, query, new Set(risks)), () => isOpen);
}

const pathsOf = (rows: readonly CommandNode[]): readonly string[] => rows.map(({ path }) => path.join(' '));
const WHOLE = ['', 'repo', 'repo ', 'repo delete', 'repo a/b', 'branch', 'cloud'];

test('closed groups hide what is in them', () => {
  expect(pathsOf(rowsOf())).toStrictEqual(WHOLE);
  expect(pathsOf(rowsOf('', [], false))).toStrictEqual(['', 'repo', 'branch', 'cloud']);
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
  expect(pathsOf(rowsOf('', ['destroys']))).toStrictEqual(['repo', 'repo delete', 'branch']);
  expect(pathsOf(rowsOf('branches', ['destroys']))).toStrictEqual(['branch']);
  expect(countRisks(root)).toStrictEqual([
    { risk: 'destroys', commands: 2 },
    { risk: 'no-undo', commands: 1 },
    { risk: 'costs', commands: 1 },
    { risk: 'network', commands: 3 },
    { risk: 'not-stated', commands: 5 },
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
  ['ArrowRight', 'branch', false, undefined, undefined],
  ['ArrowLeft', 'branch', false, undefined, undefined],
  ['q', 'branch', true, undefined, undefined],
])('%s at "%s", open: %s', (key, path, open, kind, target) => {
  const rows = rowsOf('', [], open);
  const active = rows.find((row) => row.path.join(' ') === path) ?? expect.fail('no such row');
  const move = treeMove(key, { rows, active, isOpen: (node) => node.kind === 'group' && open, page: 3 });
  expect([move?.kind, move?.node.path.join(' ')]).toStrictEqual([kind, target]);
});

test('the part in numbers', () => {
  const part = { total: 1670, included: 34, leftOutDestroy: 12, leftOutUnstated: 40 };
  expect(partWords(part)).toBe(
    '34 of 1,670 commands included, 1,636 left out (12 of them destructive, 40 more may be)',
  );
  expect(partWords({ ...part, leftOutDestroy: 0 })).toContain('(40 of them may be destructive)');
  expect(partWords({ ...part, leftOutUnstated: 0 })).toContain('(12 of them destructive)');
  expect(partWords({ ...part, included: 1670 })).toBe('All 1,670 commands included');
});
