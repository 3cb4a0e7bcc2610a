import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { readBoundedFile } from './read-bounded-file.ts';

async function prepare(): Promise<string> {
  const { path } = await createTemporaryDirectory();
  return join(path, 'file');
}

test.each([
  ['as many bytes as allowed', 'abc', 3, { bytes: Buffer.from('abc') }],
  ['one byte more', 'abcd', 3, { refused: 'too-large' }],
  ['nothing', '', 3, { bytes: Buffer.from('') }],
])('%s', async (_what, content, max, expected) => {
  const path = await prepare();
  await writeFile(path, content);
  expect(await readBoundedFile(path, max)).toStrictEqual(expected);
});

test('a pipe without a writer and a directory are refused at once', async () => {
  const path = await prepare();
  await promisify(execFile)('mkfifo', [path]);
  await mkdir(`${path}s`);
  expect(await readBoundedFile(path, 3)).toStrictEqual({ refused: 'not-a-file' });
  expect(await readBoundedFile(`${path}s`, 3)).toStrictEqual({ refused: 'not-a-file' });
});
