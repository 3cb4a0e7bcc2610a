// needs: bwrap
import { chmodSync, chownSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { findBubblewrap } from './bubblewrap.ts';

const ME = process.getuid?.() ?? 0;

async function place() {
  const directory = await createTemporaryDirectory();
  mkdirSync(join(directory.path, 'bin'));
  await directory.script('bin/bwrap', '#!/bin/sh\n');
  return join(directory.path, 'bin');
}

test('the first of the directories that has one counts, links resolved', async () => {
  const bin = await place();
  mkdirSync(join(bin, 'linked'));
  symlinkSync('../bwrap', join(bin, 'linked/bwrap'));
  expect(await findBubblewrap(['/nowhere', join(bin, 'linked'), bin], ME)).toBe(join(bin, 'bwrap'));
});

test.each<[string, (bin: string) => void, number?]>([
  ['others can write the file', (bin) => chmodSync(join(bin, 'bwrap'), 0o757)],
  ['others can write a directory above', (bin) => chmodSync(join(bin, '..'), 0o777)],
  ['it is not executable', (bin) => chmodSync(join(bin, 'bwrap'), 0o644)],
])('it is not trusted where %s', async (_name, spoil) => {
  const bin = await place();
  spoil(bin);
  expect(await findBubblewrap([bin], ME)).toBe(null);
});

test('it is not trusted where it belongs to somebody else', async () => {
  const bin = await place();
  if (ME === 0) chownSync(join(bin, 'bwrap'), 65_534, 65_534);
  expect(await findBubblewrap([bin])).toBe(null);
});

test('a directory that everybody can write, but nobody replace in, is as good', async () => {
  const bin = await place();
  chmodSync(bin, 0o1777);
  expect(await findBubblewrap([bin], ME)).toBe(join(bin, 'bwrap'));
});
