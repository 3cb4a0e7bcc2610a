import { symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { listPlugins, listShims } from '@atip/catalog';
import { POLICY_PRESETS } from '@atip/core';
import { expect, test } from 'vitest';
import { answering, createTestMachine, describing, OPEN_SANDBOX } from '../testing/test-machine.ts';
import { createLineJudge } from '../run/judge-line.ts';
import { listTools, listToolsWith, resolveTool, saveDescription, summarizeTool, summarizeTools } from './list-tools.ts';
import { readStamp } from '../executables/executable-identity.ts';
import { findExecutable } from '../executables/find-executable.ts';
import { xdgPaths } from '../process/xdg-paths.ts';

const COMMANDS = { bar: { description: 'Does something' }, foo_bar: { description: 'Does the same' } };

/** Tools of each source, and beside each one a document that cannot be read without being reported. */
async function prepare() {
  const { bin, data, directory, env, home, scan } = await createTestMachine(OPEN_SANDBOX);
  const canonical = { name: 'chosen', description: 'A function', parameters: { type: 'object', properties: {} } };
  for (const name of ['git_foo', 'zap']) {
    const program = await directory.script(`bin/${name}`, answering(describing(name, { commands: COMMANDS })));
    await scan({ named: [program] });
  }
  await directory.script('bin/function', answering(canonical, '--schema'));
  await scan();
  await directory.write(`home/.local/share/agent-tools/tools/zap.json`, '{');
  await directory.write(
    'home/.local/share/agent-tools/shims/git.json',
    JSON.stringify(describing('git', { commands: COMMANDS })),
  );
  await directory.write('home/.local/share/agent-tools/shims/broken.json', '{');
  return { bin, data, env, home };
}

test('of the documents only those that can have the command are read; every tool that can have it counts', async () => {
  const { env, bin, data } = await prepare();
  const look = async (...names: string[]) => {
    const { found, skipped } = await listToolsWith(names, env);
    return { found: found.map(({ tool }) => tool.name), skipped: skipped.map(({ source }) => source) };
  };
  // The name may be of either: it is looked up in both.
  expect(await look('git_foo_bar')).toStrictEqual({ found: ['git_foo', 'git'], skipped: [] });
  expect(await look('git_bar')).toStrictEqual({ found: ['git'], skipped: [] });
  expect(await look('chosen')).toStrictEqual({ found: ['chosen'], skipped: [] });
  const broken = [`${bin}/zap`, `${data}/shims/broken.json`];
  expect(await look('git_baz')).toStrictEqual({ found: ['git_foo', 'chosen', 'git'], skipped: broken });
  expect(await look('git_bar', 'unknown')).toMatchObject({ skipped: broken });
  expect((await listTools(env)).skipped.map(({ source }) => source)).toStrictEqual(broken);
  expect(await resolveTool('git', env)).toMatchObject({ found: { tool: { name: 'git' } }, skipped: [] });
});

const PLUGINS = [...listPlugins().values()].flat();
const PROGRAMS = listShims().filter((name) => !PLUGINS.includes(name));

/** Every program of the catalog is on the PATH, and none of their plug-ins. */
async function prepareCatalog() {
  const { bin, directory, env } = await createTestMachine(OPEN_SANDBOX);
  const program = await directory.script('program', '#!/bin/sh\n');
  await Promise.all(PROGRAMS.map((name) => symlink(program, join(bin, name))));
  const machine = { ...env, PATH: bin, ATIP_SHIMS: 'on' };
  const find = (name: string) => findExecutable(name, machine);
  const summaries = async () => {
    const { found } = await listTools(machine);
    const all = await Promise.all(found.map((one) => summarizeTool(one, find)));
    return all.sort((one, other) => (one.name < other.name ? -1 : 1));
  };
  return { directory, env: machine, find, summaries };
}

test("the catalog's index says of each bundled document what the document says", async () => {
  const { env, summaries } = await prepareCatalog();
  const { tools, found } = await summarizeTools(env);
  expect(found).toStrictEqual([]);
  expect(tools).toEqual(await summaries());
  expect(tools).toHaveLength(PROGRAMS.length);
});

test('a plug-in that is installed is a part of its host, and no tool of its own', async () => {
  const { directory, env, summaries } = await prepareCatalog();
  const commandsOf = async (name: string) => Object.keys((await resolveTool(name, env))?.found.tool.commands ?? {});
  expect(await commandsOf('cargo')).not.toContain('nextest');
  await directory.script('bin/cargo-nextest', '#!/bin/sh\n');
  expect(await commandsOf('cargo')).toContain('nextest');
  const { tools } = await summarizeTools(env);
  expect(tools.map(({ name }) => name)).not.toContain('cargo-nextest');
  expect(tools.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(await summaries());
  // A person may ask for it by name, and without it.
  expect(await commandsOf('cargo-nextest')).toStrictEqual(['nextest']);
  expect(await commandsOf('git-lfs')).toStrictEqual(['lfs']);
});

test('a bundled document that a file of this machine replaces, changes or leaves out is not listed by the index', async () => {
  const { directory, env, find, summaries } = await prepareCatalog();
  const { overrides, shims } = xdgPaths(env);
  const write = (path: string, value: object) => directory.write(relative(directory.path, path), JSON.stringify(value));
  await write(join(shims, 'jq.json'), describing('jq'));
  await write(join(overrides, 'git.json'), { description: 'Ours' });
  await write(join(overrides, 'curl.json'), { commands: 'none' });
  const sed = await find('sed');
  if (sed === null) throw new Error('sed is on the PATH.');
  const tool = describing('sed', {
    version: '9.9',
    trust: { source: 'inferred' },
    commands: { '': { description: '' } },
  });
  await saveDescription(sed, { tool, stamp: await readStamp(sed.path) }, env);
  const { tools, found, skipped } = await summarizeTools(env);
  expect(found.map((one) => one.tool.name).sort()).toStrictEqual(['git', 'jq', 'sed']);
  expect(skipped.map(({ code }) => code)).toStrictEqual(['invalid-override']);
  const sorted = tools.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  expect(sorted).toEqual(await summaries());
  expect(sorted.find(({ name }) => name === 'git')?.description).toBe('Ours');
  expect(sorted.some(({ name }) => name === 'curl')).toBe(false);
});

test('an override of a bundled document counts for a line as it does for a call', async () => {
  const { directory, env } = await prepareCatalog();
  const file = relative(directory.path, join(xdgPaths(env).overrides, 'jq.json'));
  await directory.write(file, JSON.stringify({ commands: { '': { effects: { destructive: true } } } }));
  const configuration = { settings: { policy: POLICY_PRESETS.standard, writable: [] } };
  const judge = createLineJudge({ env, cwd: directory.path, configuration, sandbox: OPEN_SANDBOX });
  expect((await judge('jq .')).decision).toBe('confirm');
  expect((await judge('uname')).decision).toBe('allow');
});

test('a line is judged by the document that a person has of a plug-in; one of an argument is none', async () => {
  const { directory, env } = await prepareCatalog();
  const READS = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };
  const { shims } = xdgPaths(env);
  const write = (name: string, commands: object) =>
    directory.write(
      relative(directory.path, join(shims, `${name}.json`)),
      JSON.stringify(describing(name, { commands, trust: { source: 'org' } })),
    );
  await write('git-hoard', {
    list: { description: 'Lists', effects: { ...READS, reversible: true } },
    drop: { description: 'Drops', effects: { ...READS, destructive: true, 'x-why': 'drops a hoard' } },
  });
  await write('ansible-hoard', { '': { description: 'Reads', effects: { ...READS, reversible: true } } });
  const policy = { ...POLICY_PRESETS.standard, byTrust: false };
  const configuration = { settings: { policy, writable: [] } };
  const judge = createLineJudge({ env, cwd: directory.path, configuration, sandbox: OPEN_SANDBOX });
  const reasonsOf = async (line: string) => (await judge(line)).reasons.join(' ');
  expect(await reasonsOf('git hoard drop')).toContain('git hoard drop');
  expect(await reasonsOf('git hoard list')).not.toContain('names no command');
  expect(await reasonsOf('git hoard steal')).toContain('"git hoard" has no such command.');
  expect(await reasonsOf('git -c core.pager=x hoard list')).toContain('may start programs');
  // For ansible the word names machines.
  expect((await judge('ansible hoard')).decision).toBe('confirm');
});
