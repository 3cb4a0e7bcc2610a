import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { listTools } from './list-tools.ts';

/** A PATH of one directory: `jq` is judged by a shim, `bit` is only guessed, `unheard-of` is neither. */
async function prepare() {
  const directory = await createTemporaryDirectory();
  const bin = directory.at('bin');
  for (const name of ['jq', 'bit', 'unheard-of']) await directory.script(`bin/${name}`, '#!/bin/sh\n');
  return { directory, env: { PATH: bin, HOME: directory.path, XDG_DATA_DIRS: '/nowhere' } };
}

async function listed(env: Record<string, string>, only?: (name: string) => boolean) {
  const { found } = await listTools(env, only ? { only } : {});
  return found.map(({ tool, origin, source }) => [tool.name, tool.trust?.source, origin, source]);
}

const GUESSED = ['bit', 'inferred', 'bundled', '@atip/registry/bit'];

test('a program that nobody describes is described last, trusted as a guess', async () => {
  const { env } = await prepare();
  expect(await listed(env)).toStrictEqual([['jq', 'community', 'bundled', '@atip/shims/jq'], GUESSED]);
  expect(await listed(env, (name) => name === 'bit')).toStrictEqual([GUESSED]);
  expect(await listed({ ...env, ATIP_SHIMS: 'off' })).toStrictEqual([]);
});

test('what the person wrote about it takes its place, also when that is broken', async () => {
  const { env, directory } = await prepare();
  const tools = directory.at('.local/share/agent-tools/tools');
  await mkdir(tools, { recursive: true });
  const own = { atip: { version: '0.4' }, name: 'bit', version: '1', description: 'Mine' };
  await writeFile(join(tools, 'bit.json'), JSON.stringify(own));
  expect((await listed(env)).map(([name, , origin]) => [name, origin])).toStrictEqual([
    ['bit', 'tools'],
    ['jq', 'bundled'],
  ]);
  await writeFile(join(tools, 'bit.json'), '{');
  expect((await listed(env)).map(([name]) => name)).toStrictEqual(['jq']);
});
