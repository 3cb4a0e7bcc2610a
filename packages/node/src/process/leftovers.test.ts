import { expect, test } from 'vitest';
import { distScript } from '../testing/dist-script.ts';
import { isRunning } from '../testing/is-running.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { executeCommand } from './execute-command.ts';

test('nothing is left of a run that ended well, however its processes tried to stay', async () => {
  const script = [
    "setsid sh -c 'echo $$; exec sleep 60' &",
    "(setsid sh -c 'echo $$; exec sleep 60 >/dev/null 2>&1 </dev/null' &)",
    "(sh -c 'echo $$; exec sleep 60' &)",
    'sleep 0.3',
  ].join('\n');
  const outcome = await executeCommand(['/bin/sh', '-c', script], { timeout: 10_000, maxOutput: 10_000 });
  expect(outcome).toMatchObject({ exitCode: 0, timedOut: false });
  const pids = outcome.stdout.trim().split('\n').map(Number);
  expect(pids).toHaveLength(3);
  expect(await Promise.all(pids.map(isRunning))).toStrictEqual([false, false, false]);
});

test('what belongs to another run is left alone', async () => {
  const other = new AbortController();
  let pid = 0;
  const running = executeCommand(['/bin/sh', '-c', "setsid sh -c 'echo $$; exec sleep 60' & wait"], {
    timeout: 30_000,
    maxOutput: 10_000,
    signal: other.signal,
    onOutput: (_stream, text) => {
      pid = Number(text);
    },
  });
  await expect.poll(() => pid, { timeout: 60_000 }).toBeGreaterThan(0);
  await executeCommand(['/bin/true'], { timeout: 5_000, maxOutput: 100 });
  expect(await isRunning(pid)).toBe(true);
  other.abort();
  await running;
  expect(await isRunning(pid)).toBe(false);
});

/** Starts a program, takes every descriptor there is, and says how the run ended. */
const OUT_OF_DESCRIPTORS = `
  import { openSync } from 'node:fs';
  import { executeCommand } from './process/execute-command.ts';
  let running;
  await new Promise((onOutput) => {
    const options = { timeout: 400, maxOutput: 1_000, killGrace: 100, env: {}, cwd: '/', onOutput };
    running = executeCommand(['/bin/sh', '-c', 'trap "" TERM; echo up; while :; do sleep 1; done'], options);
  });
  try { for (;;) openSync('/dev/null'); } catch (error) { if (error.code !== 'EMFILE') throw error; }
  const outcome = await running.then(({ timedOut }) => 'timed out: ' + timedOut, (error) => error.message);
  process.stdout.write(outcome);
`;

test('a run ends in its time also when this process can open no file any more, and nothing is thrown past it', async () => {
  const directory = await createTemporaryDirectory();
  const script = distScript(directory.path, OUT_OF_DESCRIPTORS);
  const { stdout, stderr, exitCode } = await executeCommand(
    ['/bin/sh', '-c', 'ulimit -n 400; exec "$0" "$@"', process.execPath, script],
    { timeout: 20_000, maxOutput: 10_000 },
  );
  expect({ stderr, exitCode }).toStrictEqual({ stderr: '', exitCode: 0 });
  // The run's own pipes, once they are closed, are enough to look again; where they are not, that is said.
  expect(stdout).toMatch(/^(timed out: true|The program has ended, but it is unknown whether it left others running)/);
});
