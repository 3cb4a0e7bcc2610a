import { chmod, lchown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { type Account, createPathLocator, currentAccount } from './find-executable.ts';

const US: Account = currentAccount() ?? { uid: -1, gids: [] };

async function prepare() {
  const { at } = await createTemporaryDirectory();
  await mkdir(at('safe/deep'), { recursive: true });
  await writeFile(at('safe/file'), '');
  await writeFile(at('safe/deep/file'), '');
  for (const [name, mode] of [
    ['open', 0o777],
    ['sticky', 0o1777],
  ] as const) {
    await mkdir(at(`${name}/inner`), { recursive: true });
    await chmod(at(name), mode);
    await writeFile(at(`${name}/inner/file`), '');
    await symlink('../safe/file', at(`${name}/link`));
  }
  for (const [link, target] of [
    ['relative', 'safe/file'],
    ['absolute', at('safe/file')],
    ['up', 'safe/deep/../file'],
    ['directory', './safe//deep/'],
    ['broken', 'nowhere'],
    ['loop', 'pool'],
    ['pool', 'loop'],
    ['into-open', 'open/inner/file'],
    ['through-open', 'open/link'],
    ['through-sticky', 'sticky/link'],
  ] as const) {
    await symlink(target, at(link));
  }
  return at;
}

test.each([
  ['safe/file', 'safe/file'],
  ['relative', 'safe/file'],
  ['up', 'safe/file'],
  ['directory/file', 'safe/deep/file'],
  ['sticky/inner/file', 'sticky/inner/file'],
  ['through-sticky', 'safe/file'],
])('%s leads to %s', async (path, real) => {
  const at = await prepare();
  const found = createPathLocator(US)(`${at('')}/${path}`);
  expect({ path: found.path, refusal: found.refusal }).toStrictEqual({ path: at(real), refusal: undefined });
});

test.each([
  ['safe/missing', 'missing'],
  ['broken', 'broken-link'],
  ['loop', 'symlink-loop'],
  ['open/inner/file', 'world-writable'],
  ['open/link', 'world-writable'],
  ['into-open', 'world-writable'],
  ['through-open', 'world-writable'],
  [`safe/${'x'.repeat(300)}`, 'unreadable'],
])('%s is refused: %s', async (path, code) => {
  const at = await prepare();
  expect(createPathLocator(US)(at(path)).refusal?.code).toBe(code);
});

test('the root is a place, and 41 links in a row are too many', async () => {
  const at = await prepare();
  await symlink('safe/file', at('link1'));
  for (let count = 2; count <= 41; count += 1) await symlink(`link${count - 1}`, at(`link${count}`));
  const locate = createPathLocator(US);
  expect([locate('/').path, locate(at('link40')).path]).toStrictEqual(['/', at('safe/file')]);
  expect(locate(at('link41')).refusal?.code).toBe('symlink-loop');
});

/** Only root can give a file away; another user checks their own files with a different account. */
async function giveAway(path: string): Promise<Account> {
  if (US.uid !== 0) return { uid: US.uid + 1, gids: [US.uid + 1] };
  await lchown(path, 4242, 4242);
  return US;
}

test.each([
  ['safe', 'safe/file'],
  ['sticky/inner', 'sticky/inner/file'],
  ['sticky/link', 'sticky/link'],
  ['sticky/link', 'through-sticky'],
])('%s of another user makes %s unsafe', async (owned, path) => {
  const at = await prepare();
  const account = await giveAway(at(owned));
  expect(createPathLocator(account)(at(path)).refusal?.code).toBe('foreign-owner');
});
