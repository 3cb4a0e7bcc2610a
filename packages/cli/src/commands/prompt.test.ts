import { generateSafetyPrompt } from '@atip/core';
import { expect, onTestFinished, test } from 'vitest';
import { createDemoMachine, DEMO_TOOL } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

test('the prompt of a known tool is written as markdown', async () => {
  const { env, work: cwd, remove } = await createDemoMachine();
  onTestFinished(remove);
  const { code, stdout } = await runTestCli(['prompt', 'demo'], { env, cwd });
  expect([code, stdout]).toStrictEqual([0, `${generateSafetyPrompt([DEMO_TOOL])}\n`]);
  expect(stdout).toContain('- demo_wipe: Writes a file');
});

test('where nothing is dangerous, stderr says so and stdout is empty', async () => {
  const input = JSON.stringify({
    atip: '0.3',
    name: 'calm',
    version: '1.0.0',
    description: 'Does what this test needs',
    commands: { '': { description: 'Counts the lines of a file', effects: { network: false, destructive: false } } },
  });
  expect(await runTestCli(['prompt', '-'], { input })).toStrictEqual({
    code: 0,
    stdout: '',
    stderr: 'No command is known to be dangerous, so that there is nothing to say.\n',
  });
});

test('a document in error gives no prompt', async () => {
  const { code, stdout } = await runTestCli(['prompt', '-'], { input: '{}' });
  expect([code, stdout]).toStrictEqual([1, '']);
});

test('a command whose description speaks to terminals is left out of a known tool, and the others stay', async () => {
  const wipe = { description: 'Wipes\u001b[2J\u009b2J all', effects: { destructive: true } };
  const drop = { description: 'Drops', effects: { destructive: true } };
  const { env, work: cwd, remove } = await createDemoMachine({ ...DEMO_TOOL, commands: { wipe, drop } });
  onTestFinished(remove);
  const { stdout, stderr } = await runTestCli(['prompt', 'demo'], { env, cwd });
  expect(stdout).toContain('- demo_drop: Drops');
  expect(stdout).not.toContain('wipe');
  expect((stdout + stderr).match(/(?!\n)[\p{Cc}\p{Cf}]/gu)).toBeNull();
});
