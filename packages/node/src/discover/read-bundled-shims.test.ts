import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AtipTool, type AtipCommand, type AtipOption, checkCall } from '@atip/core';
import { trustRowOf } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { readStamp } from '../executables/executable-identity.ts';
import { resolveExecutable } from '../executables/find-executable.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { describing } from '../testing/test-machine.ts';
import { listTools, saveDescription } from './list-tools.ts';
import { mergeDescription } from './read-bundled-shims.ts';

/** A PATH of one directory with programs called `jq`, which we have a document for, and `unheard-of`. */
async function prepare() {
  const directory = await createTemporaryDirectory();
  const bin = directory.at('bin');
  for (const name of ['jq', 'unheard-of']) await directory.script(`bin/${name}`, '#!/bin/sh\n');
  const env = { PATH: bin, HOME: directory.path, XDG_DATA_DIRS: '/nowhere' };
  const save = async (name: string, tool: AtipTool): Promise<void> => {
    const executable = await resolveExecutable(join(bin, name));
    if (executable === null) throw new Error(`${name} is no program.`);
    await saveDescription(executable, { tool, stamp: await readStamp(executable.path) }, env);
  };
  return { bin, env, home: directory.path, save };
}

function tool(name: string, options: readonly string[]): AtipTool {
  const commands = { '': { description: 'From its help', options: options.map((one) => flag(one.slice(2), [one])) } };
  return describing(name, { version: '9.9', trust: { source: 'inferred' }, commands });
}

test('what somebody saved about a program that we know adds harm, reassures of nothing and lowers no trust', async () => {
  const { env, home } = await prepare();
  const effects = { filesystem: { write: false }, network: false, destructive: false } as const;
  const saved = tool('jq', []);
  const commands = { '': { description: 'Reads', effects }, more: { description: 'Reads', effects } };
  const file = { ...saved, commands, effects: { cost: { billable: true } } };
  const shims = join(home, '.local/share/agent-tools/shims');
  await mkdir(shims, { recursive: true });
  await writeFile(join(shims, 'jq.json'), JSON.stringify(file));
  const [found] = (await listTools(env)).found;
  if (!found) throw new Error('It was not found.');
  const decide = (name: string) => checkCall({ id: '1', name, arguments: {} }, [found.tool]);
  expect(decide('jq').effects?.cost?.billable).toBe(true);
  expect(decide('jq_more')).toMatchObject({ decision: 'confirm', rule: 'allowDestructive' });
  expect(trustRowOf(found.tool).as).toBe('native');
});

test('a program of the PATH that we know is described by what we bring along', async () => {
  const { env } = await prepare();
  const { found, skipped } = await listTools(env);
  expect(skipped).toStrictEqual([]);
  expect(found.map(({ tool: { name, trust }, origin, source }) => [name, trust?.source, origin, source])).toStrictEqual(
    [['jq', 'community', 'bundled', '@atip/catalog/jq']],
  );
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

test('a description holds only as long as the program is the same', async () => {
  const { bin, env, save } = await prepare();
  await save('unheard-of', tool('unheard-of', []));
  expect((await listTools(env)).found).toHaveLength(2);
  await appendFile(join(bin, 'unheard-of'), '# another version\n');
  expect((await listTools(env)).found.map(({ tool: { name } }) => name)).toStrictEqual(['jq']);
});

test.each(['', '{', '{"path":"x","stamp":"y","tool":{}}'])(
  'a kept file that is %j counts for nothing',
  async (text) => {
    const { env, home, save } = await prepare();
    await save('unheard-of', tool('unheard-of', []));
    await writeFile(join(home, '.cache/agent-tools/described/unheard-of.json'), text);
    expect((await listTools(env)).found.map(({ tool: { name } }) => name)).toStrictEqual(['jq']);
  },
);

function mergedTool(commands: Record<string, AtipCommand>, version = '1', more: Partial<AtipTool> = {}): AtipTool {
  return describing('t', { version, trust: { source: 'community' }, commands, ...more });
}

function flag(name: string, flags: string[], more: Partial<AtipOption> = {}): AtipOption {
  return { name, flags, type: 'boolean', description: name, ...more };
}

const RAISES = { 'x-effects': { destructive: true } };

test('the installed version says which options there are, ours what they do and take', () => {
  const rest = { description: 'Removes', effects: { destructive: true }, 'x-end-of-options': true } as const;
  const [force, out] = [flag('force', ['-f', '--force'], RAISES), flag('out', ['-o'], { type: 'file' })];
  const ours = mergedTool({ rm: { ...rest, options: [force, flag('old', ['--old']), out] } });
  const theirs = [flag('force', ['--force']), flag('new', ['--new']), flag('out', ['-o', '--out'], { type: 'string' })];
  const installed = mergedTool({ rm: { description: 'rm', options: theirs } }, '2');
  const options = [{ ...force, flags: ['--force'] }, flag('new', ['--new']), { ...out, flags: ['-o', '--out'] }];
  const merged = { rm: { ...rest, options } };
  expect(mergeDescription(ours, installed)).toStrictEqual(mergedTool(merged, '2', { trust: { source: 'inferred' } }));
});

test('commands of either stay; a help text without options takes none away', () => {
  const ours = mergedTool({ a: { description: 'A', options: [flag('x', ['-x'])] }, b: { description: 'B' } });
  const installed = mergedTool({ a: { description: '' }, c: { description: 'C' } }, 'unknown');
  const merged = mergeDescription(ours, installed);
  expect(merged.version).toBe('1');
  expect(merged.commands).toStrictEqual({
    a: { description: 'A', options: [flag('x', ['-x'])] },
    b: { description: 'B' },
    c: { description: 'C' },
  });
});

test('no help text takes back what ours says an option does, whatever it lists it with or wherever', () => {
  const ours = mergedTool({
    '': { description: 'T', options: [flag('verbose', ['-v']), flag('force', ['--force'], RAISES)] },
  });
  const together = mergedTool({ '': { description: 'T', options: [flag('verbose', ['-v', '--force'])] } });
  const merged = mergeDescription(ours, together).commands?.['']?.options;
  expect(merged).toStrictEqual([flag('verbose', ['-v', '--force'], RAISES)]);
  const global = mergedTool({ '': { description: 'T' } }, '2', { globalOptions: [flag('force', ['--force'])] });
  expect(mergeDescription(ours, global).globalOptions).toStrictEqual([flag('force', ['--force'], RAISES)]);
  expect(
    mergeDescription(
      mergedTool({ '': { description: 'T' } }, '1', { globalOptions: [flag('config', ['-c'], RAISES)] }),
      mergedTool({ '': { description: 'T', options: [flag('c', ['-c'])] } }),
    ).commands?.['']?.options,
  ).toStrictEqual([flag('c', ['-c'], RAISES)]);
});
