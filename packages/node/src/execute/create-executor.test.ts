import { type AtipTool, ExecutionError } from '@atip/core';
import { expect, onTestFinished, test } from 'vitest';
import { createExecutor, createPathRun } from './create-executor.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';

const PRINTF: AtipTool = {
  atip: { version: '0.4' },
  name: 'printf',
  version: '9.1',
  description: 'Formats text',
  commands: {
    '': {
      description: 'Prints a format',
      arguments: [{ name: 'format', type: 'string', description: 'What to print' }],
      effects: { filesystem: { read: false, write: false, delete: false }, network: false, destructive: false },
    },
  },
};

test('a call runs the executable that the PATH has under the tool name', async () => {
  const executor = createExecutor({ tools: [PRINTF] });
  const result = await executor.execute({ id: '1', name: 'printf', arguments: { format: 'hello' } });
  expect(result.content).toBe('hello\n[Exit code: 0]');
  expect(result.success).toBe(true);
});

test('the PATH of the environment decides, and only it reaches the child', async () => {
  const directory = await createTemporaryDirectory();
  onTestFinished(directory.remove);
  await directory.script('greet', '#!/bin/sh\necho "$0 $1 $SECRET"\n');
  const run = createPathRun({ PATH: directory.path, SECRET: 'planted' });
  const { stdout } = await run(['greet', 'you'], { timeout: 10_000, maxOutput: 1_000 });
  expect(stdout).toBe(`${directory.path}/greet you \n`);
});

test.each(['no-such-program', '/bin/sh', './greet', ''])('%j is not run', async (name) => {
  const run = createPathRun({ PATH: '/usr/bin' });
  await expect(run([name], { timeout: 10_000, maxOutput: 1_000 })).rejects.toThrow(
    new ExecutionError(`No executable called ${JSON.stringify(name)} is on the PATH.`),
  );
});
