import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { expect, onTestFinished, test } from 'vitest';
import { resolveExecutable } from '../executables/find-executable.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { listTools } from './list-tools.ts';
import { readBundledShims } from './read-bundled-shims.ts';
import { readStamp } from '../executables/executable-identity.ts';
import { saveDescription } from './saved-description.ts';

/** A PATH of one directory with programs called `jq`, which we have metadata for, and `unheard-of`. */
async function prepare() {
  const directory = await createTemporaryDirectory();
  onTestFinished(directory.remove);
  const bin = join(directory.path, 'bin');
  await mkdir(bin);
  for (const name of ['jq', 'unheard-of']) {
    await writeFile(join(bin, name), '#!/bin/sh\n');
    await chmod(join(bin, name), 0o755);
  }
  const env = { PATH: bin, HOME: directory.path, XDG_DATA_DIRS: '/nowhere' };
  const save = async (name: string, tool: AtipTool): Promise<void> => {
    const executable = await resolveExecutable(join(bin, name));
    if (executable === null) throw new Error(`${name} is no program.`);
    await saveDescription(executable, { tool, stamp: await readStamp(executable.path) }, env);
  };
  return { bin, env, home: directory.path, save };
}

function tool(name: string, options: readonly string[]): AtipTool {
  const own = options.map((flag) => ({
    name: flag.slice(2),
    flags: [flag],
    type: 'boolean' as const,
    description: flag,
  }));
  return {
    atip: { version: '0.4' },
    name,
    version: '9.9',
    description: 'From its help',
    trust: { source: 'inferred' },
    commands: { '': { description: 'From its help', options: own } },
  };
}

test('a program of the PATH that we know is described by what we bring along', async () => {
  const { env } = await prepare();
  const { found, skipped } = await listTools(env);
  expect(skipped).toStrictEqual([]);
  expect(found.map(({ tool: { name, trust }, origin, source }) => [name, trust?.source, origin, source])).toStrictEqual(
    [['jq', 'community', 'bundled', '@atip/shims/jq']],
  );
});

test('what the user wrote about it is worth more', async () => {
  const { env, home } = await prepare();
  const shims = join(home, '.local/share/agent-tools/shims');
  await mkdir(shims, { recursive: true });
  await writeFile(join(shims, 'jq.json'), JSON.stringify(tool('jq', [])));
  expect((await listTools(env)).found.map(({ origin, tool: { version } }) => [origin, version])).toStrictEqual([
    ['shims', '9.9'],
  ]);
  expect(await readBundledShims(env, new Set(['jq']))).toStrictEqual([]);
});

test('what its help says is laid over ours, and describes what we know nothing of', async () => {
  const { env, save } = await prepare();
  await save('jq', tool('jq', ['--slurp', '--brand-new']));
  await save('unheard-of', tool('unheard-of', ['--delete']));
  const { found } = await listTools(env);
  expect(found.map(({ tool: { name, version, trust } }) => [name, version, trust?.source])).toStrictEqual([
    ['jq', '9.9', 'inferred'],
    ['unheard-of', '9.9', 'inferred'],
  ]);
  expect(found[0]?.tool.commands?.['']?.options?.map(({ name }) => name)).toStrictEqual(['slurp', 'brand-new']);
  // Ours says what jq does; of a program that nobody knows the words of its options are all there is.
  expect(found[0]?.tool.commands?.['']?.effects?.destructive).toBe(false);
  expect(found[1]?.tool.commands?.['']?.effects?.destructive).toBe(undefined);
  expect(found[1]?.tool.commands?.['']?.options?.[0]?.['x-effects']?.destructive).toBe(true);
});

test('ours can be switched off; what the user had described stays', async () => {
  const { env, save } = await prepare();
  const off = { ...env, ATIP_SHIMS: 'off' };
  expect((await listTools(off)).found).toStrictEqual([]);
  await save('jq', tool('jq', ['--slurp']));
  expect((await listTools(off)).found.map(({ tool: { name, version } }) => [name, version])).toStrictEqual([
    ['jq', '9.9'],
  ]);
});

test('a description holds only as long as the program is the same', async () => {
  const { bin, env, save } = await prepare();
  await save('unheard-of', tool('unheard-of', []));
  expect((await listTools(env)).found).toHaveLength(2);
  await appendFile(join(bin, 'unheard-of'), '# another version\n');
  expect((await listTools(env)).found.map(({ tool: { name } }) => name)).toStrictEqual(['jq']);
});

test.each(['', '{', '[]', '{"path":1}', '{"path":"x","stamp":"y","tool":{}}'])(
  'a kept file that is %j counts for nothing',
  async (text) => {
    const { env, home, save } = await prepare();
    await save('unheard-of', tool('unheard-of', []));
    await writeFile(join(home, '.cache/agent-tools/described/unheard-of.json'), text);
    expect((await listTools(env)).found.map(({ tool: { name } }) => name)).toStrictEqual(['jq']);
  },
);

test('names of files are names of programs, and no paths', async () => {
  const { env, home } = await prepare();
  await mkdir(join(home, '.cache/agent-tools/described/..json'), { recursive: true });
  await writeFile(join(home, '.cache/agent-tools/described/__proto__.json'), '{}');
  expect((await listTools(env)).found.map(({ tool: { name } }) => name)).toStrictEqual(['jq']);
});
