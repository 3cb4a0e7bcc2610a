import type { ToolOrigin, ToolSummary } from '@atip/companion';
import { expect, test } from 'vitest';
import { arrangeTools, originWord, type ToolOrder, withFound, withSkipped } from './tool-list.ts';

const tool = (name: string, commands: number, origin: ToolOrigin, description = ''): ToolSummary => ({
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
const names = (query: string, order: Partial<ToolOrder> = {}): string[] =>
  arrangeTools(TOOLS, query, { by: 'name', descending: false, ...order }).map(({ name }) => name);

test.each([
  ['by name, letter case aside', {}, ['Apt', 'git', 'lazygit', 'rg']],
  ['by name from the end', { descending: true }, ['rg', 'lazygit', 'git', 'Apt']],
  ['by commands, most first, equals by name', { by: 'commands', descending: true }, ['git', 'Apt', 'lazygit', 'rg']],
  ['by the word of their origin', { by: 'origin' }, ['Apt', 'rg', 'lazygit', 'git']],
] as const)('sorted %s', (_name, order, expected) => {
  expect(names('', order)).toStrictEqual(expected);
});

test.each([
  ['git', ['git', 'lazygit', 'Apt', 'rg']],
  ['  GIT ', ['git', 'lazygit', 'Apt', 'rg']],
  ['brought pack', ['Apt']],
  ['by itself', ['lazygit']],
  ['native', ['lazygit']],
  ['zzz', []],
])('filtered by "%s", the name itself first', (query, expected) => {
  expect(names(query)).toStrictEqual(expected);
});

test('an order that was asked for counts more than how well a name fits', () => {
  expect(names('git', { by: 'commands' })).toStrictEqual(['rg', 'Apt', 'lazygit', 'git']);
});

test('sorting leaves the list as it was', () => {
  const before = TOOLS.map(({ name }) => name);
  names('');
  expect(TOOLS.map(({ name }) => name)).toStrictEqual(before);
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
  expect(withFound(TOOLS, [])).toBe(TOOLS);
});

test('what is left out twice for one reason is said once', () => {
  const a = { source: '/a', code: 'x', reason: 'X' };
  const other = { ...a, code: 'y' };
  expect(withSkipped([a], [{ ...a }, other])).toStrictEqual([a, other]);
});

test('an origin is a word, also one that this page does not know', () => {
  const origins: ToolOrigin[] = ['probed', 'tools', 'shims', 'bundled', 'registry:tools.example:8443'];
  expect(origins.map((origin) => originWord(origin).word)).toStrictEqual([
    'by itself',
    'from your folder',
    'from your folder',
    'brought along',
    'by tools.example:8443',
  ]);
  expect(originWord('registry:').word).toBe('registry:');
  // A newer companion is not held to this page's types.
  expect(originWord('toString' as ToolOrigin)).toStrictEqual({ word: 'toString', meaning: '' });
});
