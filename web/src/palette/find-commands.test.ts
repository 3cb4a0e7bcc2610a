import { expect, test } from 'vitest';
import { safeStorage } from '../storage/safe-storage.ts';
import { type Found, findCommands, recentCommands, rememberCommand } from './find-commands.ts';
import type { PaletteCommand } from './page-commands.ts';

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
function lines({ groups }: Found): string[] {
  return groups.map(({ title, commands }) => `${title}: ${commands.map(({ id }) => id).join(' ')}`);
}

test.each([
  ['pr cl', ['Commands: gh-pr-close']],
  ['delete repo', ['Commands: gh-repo-delete']],
  ['destroys', ['Commands: gh-repo-delete']],
  ['page', ['Page: theme']],
  ['.*', []],
])('"%s"', (query, expected) => {
  expect(lines(findCommands(COMMANDS, query, []))).toStrictEqual(expected);
});

test('with nothing typed, what was used lately is first and stands there alone', () => {
  expect(lines(findCommands(COMMANDS, ' ', ['gh-pr-close', 'gone', 'new']))).toStrictEqual([
    'Recent: gh-pr-close new',
    'Document: share',
    'Page: theme',
    'Commands: gh-pr-create gh-repo-delete',
  ]);
});

test('of equals the one used lately is first', () => {
  const [line] = lines(findCommands(COMMANDS, 'gh', ['gh-repo-delete']));
  expect(line).toBe('Commands: gh-repo-delete gh-pr-create gh-pr-close');
});

test('of many only the best are given, and all are counted', () => {
  const many = Array.from({ length: 1000 }, (_, index) => command(`c${index}`, `gh thing ${index}`, 'Commands'));
  for (const query of ['thing', '']) {
    const { total, groups } = findCommands(many, query, []);
    expect([total, groups.flatMap(({ commands }) => commands).length]).toStrictEqual([1000, 60]);
  }
});

test('the latest five are remembered, the latest first, each once', () => {
  const local = safeStorage(() => undefined);
  for (const id of ['a', 'b', 'c', 'd', 'b', 'e', 'f']) rememberCommand(local, id);
  expect(recentCommands(local)).toStrictEqual(['f', 'e', 'b', 'd', 'c']);
});
