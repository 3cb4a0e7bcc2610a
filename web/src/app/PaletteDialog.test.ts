import { expect, test } from 'vitest';
import { findCommands, type PaletteCommand } from './PaletteDialog.tsx';

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
function lines({ groups }: ReturnType<typeof findCommands>): string[] {
  return groups.map(({ title, commands }) => `${title}: ${commands.map(({ id }) => id).join(' ')}`);
}

test.each([
  ['pr cl', ['Commands: gh-pr-close']],
  ['delete repo', ['Commands: gh-repo-delete']],
  ['destroys', ['Commands: gh-repo-delete']],
  ['page', ['Page: theme']],
  ['.*', []],
])('"%s"', (query, expected) => {
  expect(lines(findCommands(COMMANDS, query))).toStrictEqual(expected);
});

test('of many only the best are given, and all are counted', () => {
  const many = Array.from({ length: 1000 }, (_, index) => command(`c${index}`, `gh thing ${index}`, 'Commands'));
  for (const query of ['thing', '']) {
    const { total, groups } = findCommands(many, query);
    expect([total, groups.flatMap(({ commands }) => commands).length]).toStrictEqual([1000, 60]);
  }
});
