import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { distScript } from '../testing/dist-script.ts';
import { isRunning } from '../testing/is-running.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { watchProcesses } from './watch-processes.ts';

test('a process that no signal reaches is given up instead of waited for, and what is gone is no error', async () => {
  const leader = spawn('/bin/true', { detached: true });
  await new Promise((resolve) => leader.once('exit', resolve));
  const processes = watchProcesses('no such mark', leader.pid ?? Number.NaN, false, 10);
  processes.stop();
  await processes.givenUp;
  await processes.end();
});

test('the processes of a run end with this one, at process.exit()', async () => {
  const directory = await createTemporaryDirectory();
  const script = distScript(
    directory.path,
    `import { executeCommand } from './process/execute-command.ts';
       const onOutput = (_stream, text) => { process.stdout.write(text, () => process.exit()); };
       const argv = ['/bin/sh', '-c', "setsid sh -c 'echo $$; exec sleep 60' & wait"];
       await executeCommand(argv, { timeout: 30000, maxOutput: 1000, onOutput });`,
  );
  const { stdout } = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let pid = '';
  for await (const chunk of stdout) pid += String(chunk);
  expect(Number(pid)).toBeGreaterThan(1);
  await expect.poll(() => isRunning(Number(pid)), { timeout: 60_000 }).toBe(false);
});

test('a directory that this process got from its parent does not reach a program in a sandbox', async () => {
  const directory = await createTemporaryDirectory();
  const script = distScript(
    directory.path,
    `import { executeCommand } from './process/execute-command.ts';
     const argv = ['/bin/sh', '-c', 'readlink /proc/self/fd/40'];
     console.log((await executeCommand(argv, { timeout: 10000, maxOutput: 1000, wrap: (launch) => launch })).stdout);`,
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
