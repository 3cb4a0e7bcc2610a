import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { bundleScript } from '../testing/bundle-script.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';

test('a directory that this process got from its parent does not reach a program', { timeout: 30_000 }, async () => {
  const directory = await createTemporaryDirectory();
  onTestFinished(directory.remove);
  const script = await bundleScript(
    directory.path,
    `import { executeCommand } from './process/execute-command.ts';
     const argv = ['/bin/sh', '-c', 'readlink /proc/self/fd/40'];
     console.log((await executeCommand(argv, { timeout: 10000, maxOutput: 1000 })).stdout);`,
  );
  const root = openSync('/', 'r');
  const stdio = [
    'ignore',
    'pipe',
    'inherit',
    ...Array.from({ length: 38 }, (_, index) => (index === 37 ? root : 'ignore')),
  ];
  const { stdout } = spawnSync(process.execPath, [script], { stdio: stdio as 'pipe'[], encoding: 'utf8' });
  closeSync(root);
  expect(stdout.trim()).toBe('/dev/null');
});
