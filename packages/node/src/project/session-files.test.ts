import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createRealPath } from '../files/real-path.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createSavedView } from './recoverable-files.ts';

/** A time so long ago that all files of this test are younger. */
const EARLIER = 10_000;

async function prepare({ since }: { readonly since?: number | undefined } = { since: Date.now() - EARLIER }) {
  const { at } = await createTemporaryDirectory(onTestFinished, '/tmp');
  for (const name of ['a.log', 'twin', 'mine/b.log', 'open/c.log']) {
    mkdirSync(at(name).replace(/\/[^/]*$/, ''), { recursive: true });
    writeFileSync(at(name), 'x');
  }
  linkSync(at('twin'), at('other-twin'));
  symlinkSync(at('a.log'), at('link'));
  symlinkSync(at('mine'), at('way'));
  const view = createSavedView({
    project: { whyForeign: () => 'which is not this project', fetched: [], root: '/nowhere', since },
    realPath: createRealPath(),
  });
  const whyLost = (name: string, isDeleted = true): string | undefined =>
    view.whyLost({ path: `${at('.')}/${name}`, isPattern: name.includes('*'), isSplit: false, isDeleted });
  return { at, whyLost };
}

test('what a session put into the directory for temporary files is no loss', async () => {
  const { whyLost } = await prepare();
  for (const name of ['a.log', 'mine/b.log', 'mine', 'a*.log', 'link', 'missing'])
    expect(whyLost(name)).toBe(undefined);
  expect(whyLost('a.log', false)).toBe(undefined);
});

test.each([
  ['a second name', 'twin', true],
  ['a link on its way', 'way/b.log', true],
  ['a step back', 'mine/../a.log', true],
  ['a link that is written', 'link', false],
  ['a file with a second name inside', '.', true],
])('%s is a loss', async (_name, path, isDeleted) => {
  const { whyLost } = await prepare();
  expect(whyLost(path, isDeleted)).toMatch(/./);
});

test('a directory that others can write is nobody’s', async () => {
  const { at, whyLost } = await prepare();
  chmodSync(at('open'), 0o777);
  expect(whyLost('open/c.log')).toMatch(/./);
});

test('files from before the session, and all of them without a session, are a loss', async () => {
  for (const session of [{ since: Date.now() + EARLIER }, {}]) {
    const { whyLost } = await prepare(session);
    expect(whyLost('a.log')).toMatch(/./);
  }
});

test('a glob over everything in the directory for temporary files is a loss', async () => {
  const { at } = await prepare();
  const view = createSavedView({
    project: { whyForeign: () => undefined, fetched: [], since: Date.now() - EARLIER },
    realPath: createRealPath(),
  });
  const place = { isPattern: true, isSplit: false, isDeleted: true };
  expect(view.whyLost({ ...place, path: '/tmp/*' })).toBe('which may be temporary files of others');
  expect(view.whyLost({ ...place, path: `${at('.')}/*.log` })).toBe(undefined);
});
