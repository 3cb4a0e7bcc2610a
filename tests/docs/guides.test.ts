import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { namedIn, ownExports } from './guide-names.ts';

/** Folder → what it exports, by the files that list it; the page has no exports. */
const GUIDES: Readonly<Record<string, readonly string[]>> = {
  'packages/core': ['src/index.ts', 'src/importers/index.ts'],
  'packages/share': ['src/index.ts'],
  'packages/shims': ['src/index.ts'],
  'packages/node': ['src/index.ts'],
  'packages/mcp': ['src/index.ts'],
  'packages/cli': ['src/index.ts'],
  server: ['src/index.ts'],
  web: [],
};

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const exportsOf = (folder: string) => (GUIDES[folder] ?? []).flatMap((file) => ownExports(read(`${folder}/${file}`)));

test('names are read from lists of exports and from code, and an export of another form is an error', () => {
  expect(
    ownExports("export { type A, b } from './b.ts';\nexport type { C } from '@x/y';\nexport { d } from '@x/y';"),
  ).toStrictEqual(['A', 'b', 'd']);
  expect(() => ownExports("export * from './b.ts';")).toThrow('in a way that is not read here');
  expect([...namedIn('a `b(c,\nc)`\n\n```ts\nd.e\n```\nf')].sort()).toStrictEqual(['b', 'c', 'd', 'e']);
});

test.each(Object.keys(GUIDES))('the guide of %s names everything that it exports', (folder) => {
  const named = namedIn(read(`${folder}/README.md`));
  const missing = exportsOf(folder).filter((name) => !named.has(name));
  expect(missing, `Give each a place in ${folder}/README.md, or a line under "Also exported".`).toStrictEqual([]);
});

test.each(Object.keys(GUIDES))('what the guide of %s lists as also exported is exported', (folder) => {
  const [, section = ''] = read(`${folder}/README.md`).split(/^## Also exported$/m);
  const exported = new Set(exportsOf(folder));
  const listed = [...(section.split(/^## /m)[0] ?? '').matchAll(/`([A-Za-z_]\w*)(?:\([^`]*\))?`/g)].map(
    ([, name = '']) => name,
  );
  expect(listed.filter((name) => !exported.has(name))).toStrictEqual([]);
});

test.each(Object.keys(GUIDES).filter((folder) => folder !== 'web'))(
  'the guide of %s installs that package',
  (folder) => {
    const manifest: unknown = JSON.parse(read(`${folder}/package.json`));
    const name = typeof manifest === 'object' && manifest !== null && 'name' in manifest ? manifest.name : undefined;
    const installed = /`npm install (?:--global )?([^`]+)`/.exec(read(`${folder}/README.md`))?.[1];
    expect(installed?.split(' ')[0]).toBe(name);
  },
);

test.each(Object.keys(GUIDES))('every link of the guide of %s leads to a file, and to a heading in it', (folder) => {
  const text = read(`${folder}/README.md`).replace(/^```[\s\S]*?^```$/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));
  const dead = links.filter((link) => {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? join(ROOT, folder, 'README.md') : join(dirname(join(ROOT, folder, 'README.md')), path);
    return !existsSync(file) || (anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).has(anchor));
  });
  expect(dead).toStrictEqual([]);
});

test('the parts that the guide of the page calls stable are in the page', () => {
  const row = /^\| `\[data-part=…\]` \|(.*)$/m.exec(read('web/README.md'))?.[1] ?? '';
  const parts = [...row.matchAll(/`([a-z-]+)`/g)].map(([, part = '']) => part);
  expect(parts).toStrictEqual([
    'editor',
    'problems',
    'output',
    'commands',
    'safety',
    'calls',
    'filter',
    'compare',
    'companion',
    'share-dialog',
    'embed',
  ]);
  const page = readdirSync(join(ROOT, 'web/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => read(`web/src/${file}`))
    .join('');
  expect(parts.filter((part) => !new RegExp(`\\bpart="${part}"`).test(page))).toStrictEqual([]);
});

/** As a forge makes anchors of headings. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = markdown.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => slugOf(heading)));
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
