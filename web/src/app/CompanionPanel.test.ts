import type { ToolOrigin, ListedTool } from '@atip/companion';
import { expect, test } from 'vitest';
import { findTools, originWord } from './CompanionPanel.tsx';

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
