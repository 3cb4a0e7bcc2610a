import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { xdgPaths } from '@atip/node';
import { heldDirectories } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

async function prepare() {
  const { env, work: cwd } = await createDemoMachine();
  const repository = join(cwd, 'ev');
  await mkdir(repository);
  const held = heldDirectories(xdgPaths(env).state);
  await held.hold(repository, ['core.fsmonitor runs \u001b[1mhook.sh']);
  const trust = (args: readonly string[], answer?: string) =>
    runTestCli(['trust', ...args], { env, cwd, ...(answer !== undefined && { ask: async () => answer }) });
  return { held, repository, trust };
}

test('what is held is listed with its reasons, nothing of which works on the terminal', async () => {
  const { trust, repository } = await prepare();
  const { code, stdout } = await trust([]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\S+\/ev {2}since 20\d\d-.*\n {2}because {3}core\.fsmonitor runs \\u\{1b\}\[1mhook\.sh\n$/);
  const json = JSON.parse((await trust(['--json'])).stdout);
  expect(json).toMatchObject({ held: [{ directory: repository }] });
});

test('a person who has seen the reasons releases it', async () => {
  const { trust, held, repository } = await prepare();
  const { code, stdout, stderr } = await trust(['ev'], 'yes');
  expect([code, stdout]).toStrictEqual([0, `Released ${repository}.\n`]);
  expect(stderr).toContain('core.fsmonitor runs');
  expect(await held.list()).toStrictEqual([]);
  expect((await trust([])).stdout).toBe('No directory is blocked.\n');
  expect((await trust(['ev'], 'yes')).stdout).toBe(`The code of ${repository} runs unasked.\n`);
  expect((await trust(['ev'])).stdout).toBe(`The code of ${repository} runs unasked already.\n`);
});

test.each([
  ['nobody at a terminal', undefined],
  ['another word', 'y'],
])('%s releases nothing: an agent has looked at nothing', async (_name, answer) => {
  const { trust, held } = await prepare();
  expect((await trust(['ev'], answer)).code).toBe(3);
  expect(await held.list()).toHaveLength(1);
});

test('a directory that is not there is an error', async () => {
  const { work } = await createDemoMachine();
  const { code, stderr } = await runTestCli(['trust', `${work}/missing`]);
  expect([code, stderr]).toStrictEqual([1, `atip: Nothing was changed for ${work}/missing, which is not there.\n`]);
});
