import type { ToolOrigin, ListedTool } from '@atip/companion';
import { expect, test } from 'vitest';
import { findTools, originWord, withFound, withSkipped } from './CompanionPanel.tsx';

const tool = (name: string, commands: number, origin: ToolOrigin, description = ''): ListedTool => ({
  name,
  version: '1',
  description,
  origin,
  trust: origin === 'probed' ? 'native' : 'community',
  executable: `/bin/${name}`,
  hash: 'sha256:0',
  commands,
  issues: [],
});

const TOOLS = [
  tool('rg', 1, 'bundled', 'Search, as .gitignore says'),
  tool('lazygit', 3, 'probed'),
  tool('git', 8, 'shims', 'Version control'),
  tool('Apt', 3, 'bundled', 'Packages, none from git'),
];
const names = (query: string): string[] => findTools(TOOLS, query).map(({ name }) => name);

test.each([
  ['', ['Apt', 'git', 'lazygit', 'rg']],
  ['git', ['git', 'lazygit', 'Apt', 'rg']],
  ['  GIT ', ['git', 'lazygit', 'Apt', 'rg']],
  ['workbench pack', ['Apt']],
  ['the program', ['lazygit']],
  ['zzz', []],
])('filtered by "%s", the name itself first', (query, expected) => {
  expect(names(query)).toStrictEqual(expected);
});

test('what was found takes the place of what was known', () => {
  const found = tool('git', 9, 'probed');
  const merged = withFound(TOOLS, [found, tool('new', 1, 'probed')]);
  expect(merged.map(({ name, commands }) => [name, commands])).toStrictEqual([
    ['rg', 1],
    ['lazygit', 3],
    ['git', 9],
    ['Apt', 3],
    ['new', 1],
  ]);
  expect(withFound(TOOLS, [])).toStrictEqual(TOOLS);
});

test('what is left out twice for one reason is said once', () => {
  const a = { source: '/a', code: 'symlink', reason: 'X' } as const;
  const other = { ...a, code: 'missing' } as const;
  expect(withSkipped([a], [{ ...a }, other])).toStrictEqual([a, other]);
});

test('an origin is a word, also one that this page does not know', () => {
  const origins: ToolOrigin[] = ['probed', 'tools', 'shims', 'bundled'];
  expect(origins.map((origin) => originWord(origin).word)).toStrictEqual([
    'the program',
    'your folder',
    'your folder',
    'workbench',
  ]);
  // A newer companion may not fit this page's types.
  expect(originWord('toString' as ToolOrigin)).toStrictEqual({ word: 'toString', meaning: '' });
});
