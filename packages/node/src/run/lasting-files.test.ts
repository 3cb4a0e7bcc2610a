// needs: bwrap
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AtipTool } from '@atip/core';
import { vouchFor } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createExecutor, type NodeExecutorConfig } from './create-executor.ts';

const WRITER: AtipTool = {
  ...{ atip: { version: '0.4' }, name: 'writer', version: '1', description: 'd' },
  commands: {
    put: {
      description: 'd',
      arguments: [{ name: 'file', type: 'file', description: 'd' }],
      effects: { network: false, filesystem: { read: true, write: true } },
    },
    show: {
      description: 'd',
      arguments: [{ name: 'text', type: 'string', description: 'd' }],
      effects: { network: false, filesystem: { read: true, write: false } },
    },
  },
};
const SCRIPT = '#!/bin/sh\nif [ "$1" = put ]; then shift; for f; do :; done; echo kept > "$f"; else cat "$2"; fi\n';

async function prepare(under: '/tmp' | '/var/tmp') {
  const { at, script } = await createTemporaryDirectory(undefined, under);
  mkdirSync(at('home/project'), { recursive: true });
  await script('bin/writer', SCRIPT);
  const env = { PATH: `${at('bin')}:/usr/bin:/bin`, HOME: at('home') };
  const create = (settings: Partial<NodeExecutorConfig> = {}) => {
    const config = { tools: [WRITER], env, execution: { cwd: at('home/project') } };
    const executor = createExecutor({
      ...config,
      policy: { confirmationHandler: async () => true, byTrust: false },
      ...settings,
    });
    return (name: string, args: object) => executor.execute({ id: '1', name, arguments: { ...args } });
  };
  return { at, create };
}

test('what a run writes to /tmp lasts for the runs of the same executor, is named, and stays private', async () => {
  const { at, create } = await prepare('/var/tmp');
  const run = create();
  const { raw, content } = await run('writer_put', { file: '/tmp/x' });
  const directory = raw.sandbox?.temporary?.directory ?? '';
  expect(content).toContain('[Left in its /tmp, which later calls share: x]');
  expect(readFileSync(`${directory}/x`, 'utf8')).toBe('kept\n');
  expect(directory).toContain(at('home/.local/state/agent-tools/tmp/'));
  expect((await run('writer_show', { text: '/tmp/x' })).raw).toMatchObject({ success: true, stdout: 'kept\n' });
  expect((await create()('writer_show', { text: '/tmp/x' })).raw.success).toBe(false);
});

test('a directory of the person can be /tmp', async () => {
  const { at, create } = await prepare('/var/tmp');
  mkdirSync(at('kept'));
  await create({ tmp: at('kept') })('writer_put', { file: '/tmp/x' });
  expect(readdirSync(at('kept'))).toStrictEqual(['x']);
});

test.each([
  ['/tmp/x', /would be gone after the run/],
  ['/run/x', /would be gone after the run/],
  ['~/x', /lets it create nothing there/],
  ['/opt/there-is-no-such-thing', /lets it create nothing there/],
])('a file that would not last is refused before the run: %s', async (file, why) => {
  const { at, create } = await prepare('/var/tmp');
  await expect(create({ tmp: null })('writer_put', { file })).rejects.toThrow(why);
  expect(readdirSync(at('home/project'))).toStrictEqual([]);
});

test('where the working directory lies in /tmp, nothing is written beside it, and temporary files last', async () => {
  const { at, create } = await prepare('/tmp');
  const run = create();
  await expect(run('writer_put', { file: '/tmp/x' })).rejects.toThrow(/would not last/);
  expect((await run('writer_put', { file: 'x' })).raw.success).toBe(true);
  expect((await run('writer_put', { file: '/tmp/.scratch/y' })).raw.sandbox?.temporary?.names).toStrictEqual(['y']);
  expect((await run('writer_show', { text: '/tmp/.scratch/y' })).raw.stdout).toBe('kept\n');
  expect(readdirSync(at('home/project'))).toStrictEqual(['x']);
});

test('directories of processes that are gone are removed, and those of others are not', async () => {
  const { at, create } = await prepare('/var/tmp');
  for (const pid of [2 ** 22 + 1, process.ppid])
    mkdirSync(at(`home/.local/state/agent-tools/tmp/${pid}-abc`), { recursive: true });
  writeFileSync(at('home/.local/state/agent-tools/tmp/mine'), '');
  await create()('writer_put', { file: '/tmp/x' });
  const left = readdirSync(at('home/.local/state/agent-tools/tmp')).filter(
    (name) => !name.startsWith(`${process.pid}-`),
  );
  expect(left.toSorted()).toStrictEqual([`${process.ppid}-abc`, 'mine'].toSorted());
});

/** Adds to a file of each cache and says how long they are; says what became of a file in the home. */
const COUNTER =
  '#!/bin/sh\nfor d in .cache .counter; do echo . >> "$HOME/$d/n" && wc -l < "$HOME/$d/n"; done; echo x > "$HOME/x" || echo closed\n';

test('a program has caches of its own in the closed home, which last for the runs of the same executor', async () => {
  const { at, create } = await prepare('/var/tmp');
  const tools = ['counter', 'other'].map((name): AtipTool => {
    const { arguments: _none, ...command } = { ...WRITER.commands?.show, arguments: [] };
    const tool: AtipTool = {
      ...WRITER,
      name,
      trust: { source: 'community' },
      'x-caches': ['~/.counter'],
      commands: { count: { ...command, description: 'd' } },
    };
    // As for a shim of ours.
    vouchFor(tool);
    return tool;
  });
  for (const { name } of tools) writeFileSync(at(`bin/${name}`), COUNTER, { mode: 0o755 });
  const [run, later] = [create({ tools }), create({ tools })];
  const count = async (one: typeof run, name: string) => (await one(`${name}_count`, {})).raw.stdout.trim().split('\n');
  expect(await count(run, 'counter')).toStrictEqual(['1', '1', 'closed']);
  expect(await count(run, 'counter')).toStrictEqual(['2', '2', 'closed']);
  expect(await count(run, 'other')).toStrictEqual(['1', '1', 'closed']);
  expect(await count(later, 'counter')).toStrictEqual(['1', '1', 'closed']);
  expect(readdirSync(at('home'))).toStrictEqual(['.local', 'project']);
});
