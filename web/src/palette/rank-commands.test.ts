import { expect, test } from 'vitest';
import type { PaletteCommand } from './palette-command.ts';
import { entriesOf, type Hits, rankCommands } from './rank-commands.ts';

function command(id: string, title: string, group: string, detail?: string): PaletteCommand {
  return { id, title, group, ...(detail === undefined ? {} : { detail }), run: () => undefined };
}

const COMMANDS = [
  command('share', 'Copy the share link', 'Document'),
  command('new', 'New document', 'Document'),
  command('theme', 'Theme: dark', 'Page', 'light, system, high contrast'),
  command('gh-pr-create', 'gh pr create', 'Commands', 'Create a pull request'),
  command('gh-pr-close', 'gh pr close', 'Commands'),
  command('gh-repo-delete', 'gh repo delete', 'Commands', 'destroys'),
];

/** Shape: `["Group: id id", …]`. */
function lines({ groups }: Hits): string[] {
  return groups.map(({ title, hits }) => `${title}: ${hits.map((hit) => hit.command.id).join(' ')}`);
}

test.each([
  ['pr', ['Commands: gh-pr-create gh-pr-close']],
  ['pr cl', ['Commands: gh-pr-close']],
  ['delete repo', ['Commands: gh-repo-delete']],
  ['destroys', ['Commands: gh-repo-delete']],
  ['page', ['Page: theme']],
  ['prc', ['Commands: gh-pr-create gh-pr-close']],
  ['  DOC ', ['Document: new share']],
  ['pull doc', []],
  ['.*', []],
])('"%s"', (query, expected) => {
  expect(lines(rankCommands(entriesOf(COMMANDS), query, []))).toStrictEqual(expected);
});

test('the group of the best hit is first', () => {
  const more = [...COMMANDS, command('close', 'Close gh.json', 'Document')];
  expect(lines(rankCommands(entriesOf(more), 'close', []))).toStrictEqual(['Document: close', 'Commands: gh-pr-close']);
});

test('with nothing typed, what was used lately is first and stands there alone', () => {
  expect(lines(rankCommands(entriesOf(COMMANDS), ' ', ['gh-pr-close', 'gone', 'new']))).toStrictEqual([
    'Recent: gh-pr-close new',
    'Document: share',
    'Page: theme',
    'Commands: gh-pr-create gh-repo-delete',
  ]);
});

test('of equals the one used lately is first', () => {
  expect(lines(rankCommands(entriesOf(COMMANDS), 'gh', ['gh-repo-delete']))).toStrictEqual([
    'Commands: gh-repo-delete gh-pr-create gh-pr-close',
  ]);
});

test('the title says where it fits', () => {
  const [group] = rankCommands(entriesOf(COMMANDS), 'repo gh', []).groups;
  expect(group?.hits.map(({ places }) => [...places])).toStrictEqual([[3, 4, 5, 6, 0, 1]]);
});

test('of many only the best are given, and all are counted', () => {
  const many = Array.from({ length: 1000 }, (_, index) => command(`c${index}`, `gh thing ${index}`, 'Commands'));
  const typed = rankCommands(entriesOf(many), 'thing', []);
  const untyped = rankCommands(entriesOf(many), '', ['c7']);
  expect([typed.total, typed.groups.flatMap(({ hits }) => hits).length]).toStrictEqual([1000, 60]);
  expect([untyped.total, untyped.groups.flatMap(({ hits }) => hits).length]).toStrictEqual([1000, 60]);
});
