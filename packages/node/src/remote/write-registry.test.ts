import process from 'node:process';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { writeRegistry } from './write-registry.ts';

async function prepare() {
  const { path } = await createTemporaryDirectory();
  const directory = join(path, 'public/registry');
  const files = async (): Promise<string[]> =>
    (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.json')).sort();
  const read = (name: string) => readFile(join(directory, name), 'utf8');
  return { path, directory, files, read };
}

const tool = (name: string, more: Partial<AtipTool> = {}): AtipTool => ({
  atip: { version: '0.4' },
  name,
  version: '1.0',
  description: `The tool ${name}`,
  commands: { one: { description: 'One' }, two: { description: 'Two' } },
  ...more,
});
const GH =
  '{\n  "atip": {\n    "version": "0.4"\n  },\n  "name": "gh",\n  "version": "1.0",\n  "description": "D"\n}\n';
const GH_SHA = '558acc38c72af8f55bdc5bae5e5709255aab330cf2bfb2f9d863f5e7d4c1909c';

test('a registry is an index, and each document under its name and under its digest', async () => {
  const { directory, files, read } = await prepare();
  const gh: AtipTool = { atip: { version: '0.4' }, name: 'gh', version: '1.0', description: 'D' };
  expect(await writeRegistry([gh], directory)).toStrictEqual({ tools: 1, written: 3, removed: 0, doubts: [] });
  expect(await files()).toStrictEqual(['index.json', `sha256/${GH_SHA}.json`, 'tools/gh.json']);
  expect(await read('tools/gh.json')).toBe(GH);
  expect(await read(`sha256/${GH_SHA}.json`)).toBe(GH);
  // The web server may run as another user.
  expect((await stat(join(directory, 'tools/gh.json'))).mode & 0o777).toBe(0o644);
  expect(JSON.parse(await read('index.json'))).toStrictEqual({
    'atip-registry': 1,
    tools: {
      gh: { sha256: GH_SHA, size: 99, version: '1.0', description: 'D', commands: 0, trust: 'inferred' },
    },
  });
});

test('the same tools in another order are the same bytes, and a second writing touches nothing', async () => {
  const { directory, read, path } = await prepare();
  const tools = [tool('b'), tool('a'), tool('C'), tool('__proto__')];
  await writeRegistry(tools, directory);
  expect(Object.keys(JSON.parse(await read('index.json')).tools)).toStrictEqual(['C', '__proto__', 'a', 'b']);
  const { mtimeMs } = await stat(join(directory, 'index.json'));
  expect(await writeRegistry(tools.toReversed(), directory)).toMatchObject({ written: 0, removed: 0 });
  expect((await stat(join(directory, 'index.json'))).mtimeMs).toBe(mtimeMs);
  await writeRegistry(tools.toReversed(), join(path, 'other'));
  expect(await readFile(join(path, 'other/index.json'), 'utf8')).toBe(await read('index.json'));
});

test.runIf(process.platform === 'linux')('a place where nothing can be made is refused at once', async () => {
  await expect(writeRegistry([tool('a')], '/proc/registry')).rejects.toMatchObject({
    code: 'ENOENT',
    syscall: 'mkdir',
  });
});

test('what is no longer in it is removed, and nothing else', async () => {
  const { directory, files } = await prepare();
  await writeRegistry([tool('a'), tool('b'), tool('c')], directory);
  await writeFile(join(directory, 'tools/mine.json'), '{}');
  await writeFile(join(directory, 'sha256/mine.json'), '{}');
  await writeFile(join(directory, 'tools/c.json'), '{"changed":"by hand"}');
  const before = await files();
  expect(await writeRegistry([tool('a')], directory)).toMatchObject({ tools: 1, written: 1, removed: 3 });
  const gone = before.filter((name) => name.startsWith('sha256/') && name !== 'sha256/mine.json').length;
  expect(gone).toBe(3);
  const after = await files();
  expect(after.filter((name) => name.startsWith('tools/'))).toStrictEqual([
    'tools/a.json',
    'tools/c.json',
    'tools/mine.json',
  ]);
  expect(after.filter((name) => name.startsWith('sha256/'))).toHaveLength(2);
});

test.each<[string, string, string]>([
  ['an index.json of something else', 'index.json', '{"pages":[]}'],
  ['an index.json that is no JSON', 'index.json', 'mine'],
  ['a document that somebody else wrote', 'tools/a.json', '{"name":"a"}'],
])('%s is not written over', async (_what, name, text) => {
  const { directory, files, read } = await prepare();
  await mkdir(join(directory, 'tools'), { recursive: true });
  await writeFile(join(directory, name), text);
  await expect(writeRegistry([tool('a')], directory)).rejects.toThrow(/Nothing was written\.$/);
  expect(await files()).toStrictEqual([name]);
  expect(await read(name)).toBe(text);
});

test('a link in place of a file is not followed', async () => {
  const { directory, path } = await prepare();
  await mkdir(join(directory, 'tools'), { recursive: true });
  await writeFile(join(path, 'outside.json'), 'mine');
  await symlink(join(path, 'outside.json'), join(directory, 'tools/a.json'));
  await expect(writeRegistry([tool('a')], directory)).rejects.toMatchObject({ code: 'ELOOP' });
  expect(await readFile(join(path, 'outside.json'), 'utf8')).toBe('mine');
});

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
test.each<[readonly AtipTool[], RegExp]>([
  [[tool('../x')], /cannot be the name of a program/],
  [[tool('x'.repeat(201))], /too long for that of a file/],
  [[tool('a'), tool('a')], /^"a": There are two of this name/],
  [[tool('Get'), tool('get')], /^"get": There are two of this name/],
  [[tool('a', { description: 'Fine\u{E0041}' })], /^"a": /],
  [[tool('a', { description: `Send ${TOKEN}` })], /^"a": It has what looks like a secret \(github-token\) in line 7/],
])('%j is refused before anything is written', async (tools, reason) => {
  const { directory, path } = await prepare();
  await expect(writeRegistry(tools, directory)).rejects.toThrow(reason);
  expect(await readdir(path)).toStrictEqual([]);
});

test('what may be a secret is for a person to look at', async () => {
  const { directory } = await prepare();
  const { doubts } = await writeRegistry([tool('a', { description: 'Set the secret: {one|two}' })], directory);
  expect(doubts).toStrictEqual(['"a": What may be a secret (secret-by-key) in line 7 of its document.']);
});
