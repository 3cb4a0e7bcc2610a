// The table of pages against the files that there are. Nothing has to be built for it.
import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_PAGES, API } from '../../docs/.vitepress/pages.ts';
import { ROOT } from './find-site.ts';

/** Where pages are: each Markdown file of these is one. Pages of TypeDoc are in the sidebar that it wrote. */
function findPages(): string[] {
  const within = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory())
        return /node_modules|\.vitepress/.test(entry.name) || path === API.folder ? [] : within(path);
      return path.endsWith('.md') ? [path] : [];
    });
  const names = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const guides = readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/README.md`);
  const others = [...guides, 'server/README.md', 'web/README.md', 'examples/README.md'];
  return [...within('docs'), ...names, ...others.filter((path) => existsSync(join(ROOT, path)))];
}

test('every page has an entry in the sidebar, and every entry a page', () => {
  expect(ALL_PAGES.map(({ source }) => source).sort()).toStrictEqual(findPages().sort());
});

test('no two pages have one address', () => {
  const addresses = ALL_PAGES.map(({ address }) => address);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toStrictEqual([]);
  // TypeDoc writes there.
  expect(addresses.filter((address) => address.startsWith(`${API.address}/`))).toStrictEqual([]);
});
