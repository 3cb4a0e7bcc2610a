import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createExistingPath, createRealPath, linksIn } from './real-path.ts';

async function prepare() {
  const { at } = await createTemporaryDirectory();
  const root = realpathSync(at('.'));
  mkdirSync(`${root}/real/deep`, { recursive: true });
  writeFileSync(`${root}/real/file`, '');
  const links = {
    out: '/etc',
    in: 'real',
    here: './real/deep',
    gone: 'real/new',
    round: 'about',
    about: 'round',
    self: 'self',
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, `${root}/${name}`);
  return root;
}

test.each([
  ['real/file', 'real/file'],
  ['in/file', 'real/file'],
  ['here/../file', 'real/file'],
  ['gone', 'real/new'],
  ['none/../real', 'real'],
  ['real/file/below', 'real/file/below'],
])('%s is %s', async (path, real) => {
  const root = await prepare();
  expect(createRealPath()(`${root}/${path}`)).toBe(`${root}/${real}`);
});

test('what leaves is seen where it ends', async () => {
  const root = await prepare();
  expect(createRealPath()(`${root}/out/passwd`)).toBe('/etc/passwd');
  expect(createRealPath()(`/proc/self/root${root}/in`)).toBe(`${root}/real`);
});

test.each(['round', 'self/x', `real/${'a'.repeat(300)}`, `${'real/../'.repeat(13_000)}`])(
  'of links in a circle and names that are too long nothing is known: %.20s',
  async (path) => {
    const root = await prepare();
    expect(createRealPath()(`${root}/${path}`)).toBeUndefined();
  },
);

test('the links of a directory are named; one that cannot be read has none', async () => {
  const root = await prepare();
  expect([...linksIn(root)].sort()).toStrictEqual(['about', 'gone', 'here', 'in', 'out', 'round', 'self']);
  expect(linksIn(`${root}/nowhere`)).toStrictEqual([]);
});

test('a link among thousands of files is found', async () => {
  const { at } = await createTemporaryDirectory();
  for (let index = 0; index < 5_001; index += 1) writeFileSync(at(`f${index}`), '');
  for (let index = 0; index < 10; index += 1) symlinkSync('/etc', at(`link${index}`));
  expect(linksIn(at('.'))).toHaveLength(10);
});

test('where a link leads that nobody may read is not known', () => {
  // Of the first process only root may read it; elsewhere a thread of the kernel has none.
  const found = createRealPath();
  expect(found('/proc/1/exe')).not.toBe('/proc/1/exe');
});

test('one look tells which paths exist, and where they are', async () => {
  const root = await prepare();
  const existing = createExistingPath();
  const found = ['in/file', 'gone', 'none', 'round', 'real/file/below'].map((path) => existing(`${root}/${path}`));
  expect(found).toStrictEqual([`${root}/real/file`, null, null, null, null]);
});
