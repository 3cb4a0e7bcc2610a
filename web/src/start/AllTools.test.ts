import type { ListedTool } from '@atip/companion';
import { listShims } from '@atip/catalog';
import { expect, test } from 'vitest';
import { findTools, toolEntries } from './AllTools.tsx';
import { type BundledTool, answerToolList, answerToolText } from './answer-import.ts';
import { WELL_KNOWN } from './Start.tsx';

test('the start panel says what the documents say', async () => {
  const list = await answerToolList({});
  expect(list.length).toBe(listShims().length);
  for (const known of WELL_KNOWN) expect(list.find(({ name }) => name === known.name)).toMatchObject(known);
  expect(await answerToolText({ name: 'jq' })).toMatch(/^\{\n {2}"atip"/);
  expect(await answerToolText({ name: 'nope' })).toBe(undefined);
});

const bundled = (name: string, description: string): BundledTool => ({ name, description, commands: 3, destroys: 1 });
const listed = (name: string, origin: ListedTool['origin'], more: Partial<ListedTool> = {}): ListedTool => ({
  ...{ name, origin, version: '1', description: `About ${name}`, trust: 'community', executable: `/bin/${name}` },
  ...{ hash: 'sha256:0', commands: 9, destroys: 2, saved: false, issues: [], ...more },
});
const HERE = [listed('git', 'bundled'), listed('lazygit', 'shims', { saved: true, executable: null })];
const ENTRIES = toolEntries([bundled('rg', 'Search'), bundled('git', 'Files'), bundled('Apt', 'Packages')], HERE);

test('of a tool in both lists the one of this computer counts, with its own figures', () => {
  expect(ENTRIES).toMatchObject([
    { name: 'Apt', commands: 3, isHere: false },
    { name: 'git', commands: 9, destroys: 2, source: '', isHere: true, isSaved: false },
    { name: 'lazygit', source: 'saved here', isSaved: true, warning: 'not installed' },
    { name: 'rg', isHere: false },
  ]);
});

test.each([
  ['git', ['git', 'lazygit']],
  ['  ABOUT git', ['git', 'lazygit']],
  ['saved', ['lazygit']],
  ['zzz', []],
])('filtered by "%s", the name itself first', (query, expected) => {
  expect(findTools(ENTRIES, query).map(({ name }) => name)).toStrictEqual(expected);
});
