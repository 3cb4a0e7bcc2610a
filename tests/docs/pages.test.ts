import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { claimBlocks } from './claim-blocks.ts';
import { listPages } from './list-pages.ts';
import { pagesWithSettings } from './page-settings.ts';
import { readBlocks } from './read-blocks.ts';

/** Pages that are no documentation for users: notes of the tests, the log of changes, and what is made from other pages. */
const OTHERS = /^(?:tests\/|CHANGELOG\.md$|\.changeset\/|\.github\/|docs\/api\/|docs\/packages\/|examples\/[^/]+\/)/;

test('every page of the repository is executed or is known to be another kind of page', () => {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
  const files = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const left = files.filter((file) => !OTHERS.test(file) && !listPages().includes(file));
  expect(left).toStrictEqual([]);
});

test('no fence of a page is of a kind that nobody executes', () => {
  const unknown = listPages().flatMap((page) =>
    claimBlocks(readBlocks(readFileSync(join(ROOT, page), 'utf8')))
      .filter(({ kind }) => kind === 'unknown')
      .map(({ line, language }) => `${page}:${line}: ${language}`),
  );
  expect(unknown).toStrictEqual([]);
});

test('as many lines begin a fence as blocks are read, so that none hides in a list or a quotation', () => {
  const missed = listPages().filter((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const blocks = readBlocks(text);
    const inside = blocks.flatMap((block) => block.text.match(/^[>\s]*(?:`{3,}|~{3,})/gm) ?? []).length;
    const fences = (text.match(/^[>\s]*(?:`{3,}|~{3,})/gm) ?? []).length;
    return fences !== blocks.length * 2 + inside;
  });
  expect(missed).toStrictEqual([]);
});

test('settings are those of a page that is there', () => {
  expect(pagesWithSettings().filter((page) => !listPages().includes(page))).toStrictEqual([]);
});
