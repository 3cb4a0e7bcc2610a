import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExecutionError, recordCommand, type ToolContext } from '@atip/core';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { readContextFile, updateContextFile } from './context-file.ts';

const EMPTY: ToolContext = { availableTools: [], authenticatedTools: [], recentCommands: [] };

async function prepare() {
  const { path: root } = await createTemporaryDirectory();
  const env = { XDG_STATE_HOME: join(root, 'state') };
  const path = join(root, 'context.json');
  const add = (command: string) =>
    updateContextFile(path, (before = EMPTY) => recordCommand(before, { tool: 'gh', command, exitCode: 0 }), env);
  return { root, path, env, add };
}

test('changes of several at once all arrive, in a file for its owner alone', async () => {
  const { root, path, add } = await prepare();
  expect(await readContextFile(path)).toBe(undefined);
  await Promise.all(Array.from({ length: 12 }, (_, at) => add(`c${at}`)));
  const { recentCommands = [] } = (await readContextFile(path)) ?? {};
  expect(recentCommands.map(({ command }) => command).toSorted()).toStrictEqual(
    Array.from({ length: 12 }, (_, at) => `c${at}`).toSorted(),
  );
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
  expect(await readdir(root)).toStrictEqual(['context.json', 'state']);
});

test.each<[string, string, string]>([
  ['damaged', '{"toolContext":', 'is not JSON'],
  ['foreign', '{"name":"my-package"}', 'is no context'],
  ['with more in it', '{"toolContext":{},"notes":"mine"}', 'the field "notes", which would be lost'],
  ['huge', ' '.repeat(262_145), 'is larger than 262144 bytes'],
])('a file that is %s is refused, and stays as it is', async (_name, text, why) => {
  const { path, add } = await prepare();
  await writeFile(path, text, { mode: 0o600 });
  const error = await add('x').catch((caught: unknown) => caught);
  expect(error instanceof ExecutionError && error.detail).toContain(why);
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('a link, and a file that others may write, are refused', async () => {
  const { root, path, add } = await prepare();
  await writeFile(join(root, 'other'), '{"toolContext":{}}', { mode: 0o600 });
  await symlink(join(root, 'other'), path);
  await expect(add('x')).rejects.toMatchObject({ detail: expect.stringContaining('is a symbolic link') });
  const open = join(root, 'open.json');
  await writeFile(open, '{"toolContext":{}}');
  await chmod(open, 0o666);
  await expect(readContextFile(open)).rejects.toMatchObject({ detail: expect.stringContaining('written by others') });
});
