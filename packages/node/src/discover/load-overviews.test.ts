import { readFile } from 'node:fs/promises';
import { flattenCommands, POLICY_PRESETS } from '@atip/core';
import { expect, test } from 'vitest';
import { createLineJudge } from '../run/judge-line.ts';
import { createTestMachine, NO_SANDBOX, OPEN_SANDBOX, overviewTool } from '../testing/test-machine.ts';
import { listTools, resolveTool } from './list-tools.ts';
import { groupsOf, type LoadSettings } from './load-commands.ts';

/** A machine that knows a tool by its overview. */
async function prepare() {
  const machine = await createTestMachine(OPEN_SANDBOX);
  const program = await machine.directory.script('bin/bigtool', overviewTool());
  await machine.scan();
  const asked = async () =>
    (await readFile(machine.directory.at('bin/asked'), 'utf8')).match(/--agent --commands.*/g) ?? [];
  const list = async (load?: LoadSettings) => {
    const { found, skipped } = await listTools(machine.env, load && { load: { timeout: 10_000, ...load } });
    const names = found.flatMap(({ tool }) => flattenCommands(tool).map(({ name }) => name));
    return { names, skipped: skipped.map(({ code, reason }) => `${code}: ${reason}`) };
  };
  return { ...machine, asked, list, program };
}
const ALL = ['bigtool_safe_look', 'bigtool_safe_act', 'bigtool_harm_look', 'bigtool_harm_act'];

test('an overview stays one until somebody needs more, and is then asked once', async () => {
  const { list, asked } = await prepare();
  expect(await list()).toStrictEqual({ names: [], skipped: [] });
  expect(await list({ sandbox: OPEN_SANDBOX })).toStrictEqual({ names: ALL, skipped: [] });
  expect(await list({ sandbox: OPEN_SANDBOX })).toStrictEqual({ names: ALL, skipped: [] });
  expect((await list()).names).toStrictEqual(ALL);
  expect(await asked()).toStrictEqual(['--agent --commands=safe,harm']);
});

test('as far as the request asks, and no further', async () => {
  const { list, asked } = await prepare();
  const harm = { sandbox: OPEN_SANDBOX, wanted: groupsOf(['bigtool_harm_act']) };
  expect((await list(harm)).names).toStrictEqual(['bigtool_harm_look', 'bigtool_harm_act']);
  expect((await list({ sandbox: OPEN_SANDBOX, wanted: () => [] })).names).toHaveLength(2);
  expect((await list({ sandbox: OPEN_SANDBOX })).names).toStrictEqual(ALL);
  expect(await asked()).toStrictEqual(['--agent --commands=harm', '--agent --commands=safe']);
});

test('without a sandbox only a program that a person named is asked', async () => {
  const { list, asked } = await prepare();
  const unasked = await list({ sandbox: NO_SANDBOX, named: (name) => name === 'other' });
  expect(unasked).toStrictEqual({
    names: [],
    skipped: [
      'no-sandbox: Not all commands of bigtool could be read. It may have more commands, but no sandbox works here to ask it in. Name it to have it asked all the same.',
    ],
  });
  expect((await list({ sandbox: NO_SANDBOX, named: (name) => name === 'bigtool' })).names).toStrictEqual(ALL);
  expect(await asked()).toHaveLength(1);
});

test('a program that gives no answer stays an overview, with the reason', async () => {
  const { directory, env, scan } = await prepare();
  await directory.script('bin/bigtool', overviewTool().replace('"--agent --commands=safe,harm")', '"none")'));
  await scan();
  const resolved = await resolveTool('bigtool', env, { sandbox: OPEN_SANDBOX, timeout: 10_000 });
  expect(resolved?.found.tool.partial).toBe(true);
  expect(resolved?.skipped.map(({ code }) => code)).toStrictEqual(['failed']);
  expect(await resolveTool('other', env, { sandbox: OPEN_SANDBOX })).toBe(null);
});

test('a line is judged by the group that it names, which is asked for once', async () => {
  const { env, home: cwd, asked } = await prepare();
  const configuration = { settings: { policy: POLICY_PRESETS.standard, writable: [] } };
  const judge = createLineJudge({ env, cwd, configuration, sandbox: OPEN_SANDBOX });
  const decide = async (line: string) => (await judge(line)).decision;
  expect([await decide('bigtool safe look'), await decide('bigtool safe act')]).toStrictEqual(['allow', 'allow']);
  expect([await decide('sudo bigtool harm act'), await decide('bigtool harm look')]).toStrictEqual([
    'confirm',
    'allow',
  ]);
  expect(await asked()).toStrictEqual(['--agent --commands=safe', '--agent --commands=harm']);
});

test('a line about a group that cannot be read is asked about, and it is said how it is read', async () => {
  const { env, home: cwd } = await prepare();
  const configuration = { settings: { policy: POLICY_PRESETS.standard, writable: [] } };
  const judge = createLineJudge({ env, cwd, configuration, sandbox: NO_SANDBOX });
  const { decision, reasons } = await judge('bigtool safe look');
  expect([decision, ...reasons]).toStrictEqual([
    'confirm',
    '"bigtool" has no such command.',
    'The commands of "bigtool safe" were not read: `atip show bigtool --commands safe` asks for them.',
  ]);
});

test('an overview that does not say how it was cut was cut as it was asked to be', async () => {
  const machine = await createTestMachine(OPEN_SANDBOX);
  const silent = overviewTool().replace('"filter":{"depth":1},', '');
  await machine.directory.script('bin/bigtool', silent);
  await machine.scan();
  const names = async (load?: LoadSettings) => {
    const { found } = await listTools(machine.env, load && { load });
    return found.flatMap(({ tool }) => flattenCommands(tool).map(({ name }) => name));
  };
  expect(await names()).toStrictEqual([]);
  expect(await names({ sandbox: OPEN_SANDBOX, timeout: 10_000 })).toStrictEqual(ALL);
});
