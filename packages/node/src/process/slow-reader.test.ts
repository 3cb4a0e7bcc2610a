import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { isRunning } from '../testing/is-running.ts';
import { executeCommand } from './execute-command.ts';
import type { ExecuteOptions, ExecuteOutcome } from './launch-types.ts';

/** Generous, for machines under load; what is waited for comes at once on others. */
const SOON = { timeout: 60_000, interval: 25 };
const MIB = 1_048_576;

/** Writes 4 MiB in pieces of 16 KiB and says after each, in the file `$ARGV[0]`, how many it got rid of. */
const FLOOD = `
open(my $count, ">", $ARGV[0]) or die; select($count); $| = 1;
for my $piece (1 .. 256) { syswrite(STDOUT, "x" x 16384); seek($count, 0, 0); print $piece; }
`;
/** Pieces that the system and the reader hold together, at most; a quarter of all. */
const HELD = 64;

async function prepare() {
  const { path: directory, at } = await createTemporaryDirectory();
  const file = at('count');
  const written = async (): Promise<number> => Number(await readFile(file, 'utf8').catch(() => '0'));
  const flood = (options: Partial<ExecuteOptions>): Promise<ExecuteOutcome> =>
    executeCommand(['/usr/bin/perl', '-e', FLOOD, file], { timeout: 20_000, maxOutput: 8 * MIB, ...options });
  return { directory, written, flood };
}

/** Resolves once the program has written something, and no more while it was looked at ten times. */
async function untilBlocked(written: () => Promise<number>): Promise<number> {
  let [last, times] = [0, 0];
  const look = async (): Promise<boolean> => {
    const now = await written();
    times = now === last && now > 0 ? times + 1 : 0;
    last = now;
    return times >= 10;
  };
  await expect.poll(look, SOON).toBe(true);
  return last;
}

/** A listener that is not ready until it is told. */
function createListener() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const pieces: string[] = [];
  const onOutput = (_stream: string, text: string): Promise<void> => {
    pieces.push(text);
    return opened;
  };
  return { open: () => open(), onOutput, heard: () => pieces.join('').length };
}

test('a program waits in its write while its reader is not ready, and nothing is lost', async () => {
  const { written, flood } = await prepare();
  const { open, onOutput, heard } = createListener();
  const running = flood({ onOutput });
  expect(await untilBlocked(written)).toBeLessThan(HELD);
  expect(heard()).toBeLessThan(MIB / 4);
  open();
  expect(await running).toMatchObject({ exitCode: 0, stdout: 'x'.repeat(4 * MIB), truncated: false, timedOut: false });
  expect(heard()).toBe(4 * MIB);
});

test('a reader that is never ready does not outlast the time of the run', async () => {
  const { written, flood } = await prepare();
  const { onOutput } = createListener();
  const outcome = await flood({ onOutput, timeout: 700, killGrace: 100 });
  expect(outcome).toMatchObject({ exitCode: null, timedOut: true, truncated: false });
  expect(await written()).toBeLessThan(HELD);
});

test('a reader that fails later ends the run, and its error comes out of it', async () => {
  const { directory, flood } = await prepare();
  let pid = '';
  const failing = executeCommand(['/bin/sh', '-c', 'echo $$; sleep 60'], {
    cwd: directory,
    timeout: 20_000,
    maxOutput: MIB,
    onOutput: async (_stream, text) => {
      pid = text;
      await Promise.resolve();
      throw new RangeError('reader');
    },
  });
  await expect(failing).rejects.toThrow(new RangeError('reader'));
  expect(await isRunning(Number(pid))).toBe(false);
  await expect(flood({ onOutput: () => Promise.reject(new RangeError('at once')) })).rejects.toThrow(RangeError);
});
