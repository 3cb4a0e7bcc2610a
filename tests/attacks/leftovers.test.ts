// needs: bwrap
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createSandbox, executeCommand } from '@atip/node';
import { childEnvironment } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { distScript } from '../../packages/node/src/testing/dist-script.ts';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';
import { IS_LONG } from '../long.ts';
import { findMarked } from './marked-processes.ts';

/** Ways in which a program leaves something behind, as scripts for a shell. */
const LEFTOVER_KINDS: Readonly<Record<string, string>> = {
  plain: "sh -c 'echo up; sleep 60' & wait; sleep 60",
  'TERM-ignoring': 'sh -c \'trap "" TERM; echo up; while :; do sleep 1; done\' & wait; sleep 60',
  setsid: "setsid sh -c 'echo up; sleep 60' & wait; sleep 60",
  'double-forked': "(setsid sh -c 'echo up; exec sleep 60 >/dev/null 2>&1 </dev/null' &) ; sleep 60",
  orphan: "(sh -c 'echo up; exec sleep 60' &) ; sleep 60",
  'TERM-ignoring parent': 'trap "" TERM; sh -c \'echo up; sleep 60\' & wait; sleep 60',
};

const SANDBOX = await createSandbox();
const SH = realpathSync('/bin/sh');
/** Long enough for a busy machine to have started them all. */
const TIMEOUT = 5_000;

async function prepare() {
  const directory = await createTemporaryDirectory();
  const mark = `left-${randomUUID()}`;
  const env = { ...childEnvironment(process.env), LEFT_BEHIND: mark };
  return { cwd: directory.path, directory, mark, env };
}

test.each(['nothing', 'the sandbox'])(
  'held by %s: nothing is left of runs out of time, however they try',
  async (held) => {
    await Promise.all(
      Object.entries(LEFTOVER_KINDS).map(async ([kind, script]) => {
        const { cwd, mark, env } = await prepare();
        const request = { executable: SH, foundAs: SH, cwd, home: cwd, effects: {}, writableRoots: [] };
        const wrap = held === 'nothing' ? undefined : (await SANDBOX.plan(request)).wrap;
        let during = 0;
        const outcome = await executeCommand([SH, '-c', script], {
          timeout: TIMEOUT,
          maxOutput: 10_000,
          cwd,
          env,
          ...(wrap && { wrap }),
          onOutput: () => {
            during = findMarked(mark).length;
          },
        });
        expect([kind, outcome.timedOut, outcome.stdout, findMarked(mark)]).toStrictEqual([kind, true, 'up\n', []]);
        expect(during).toBeGreaterThanOrEqual(2);
      }),
    );
  },
  50_000,
);

/** Starts every kind at once and says when all are up. */
const PARENT = `
  import { executeCommand } from './process/execute-command.ts';
  import { createSandbox } from './sandbox/create-sandbox.ts';
  const { kinds, env, cwd, file, held } = JSON.parse(process.argv[2]);
  const sandbox = held ? await createSandbox() : undefined;
  let up = 0;
  for (const script of kinds) {
    const plan = await sandbox?.plan({ executable: file, foundAs: file, cwd, home: cwd, effects: {}, writableRoots: [] });
    executeCommand([file, '-c', script], { timeout: 60_000, maxOutput: 10_000, cwd, env, ...(plan && { wrap: plan.wrap }),
      onOutput: () => { up += 1; if (up === kinds.length) process.stdout.write('all up'); } });
  }
`;

test.each([
  ['nothing', false],
  ['the sandbox', true],
])('held by %s: what is left when the process that ran them all is killed', async (_name, held) => {
  const { cwd, directory, mark, env } = await prepare();
  const script = distScript(directory.path, PARENT);
  const about = JSON.stringify({ kinds: Object.values(LEFTOVER_KINDS), env, cwd, file: SH, held });
  const parent = spawn(process.execPath, [script, about], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  const during = findMarked(mark).length;
  expect(during).toBeGreaterThanOrEqual(12);
  const ended = once(parent, 'exit');
  parent.kill('SIGKILL');
  await ended;
  if (held) await expect.poll(() => findMarked(mark).length, { timeout: 60_000, interval: 20 }).toBe(0);
  const left = findMarked(mark).length;
  // Only a sandbox can do this; without one they go on, and the test shows that it would see them.
  expect(left > 0).toBe(!held);
  for (const pid of findMarked(mark)) process.kill(pid, 'SIGKILL');
});

test('a run that is called off while its sandbox is being built leaves neither', async () => {
  const { cwd, mark, env } = await prepare();
  const request = { executable: SH, foundAs: SH, cwd, home: cwd, effects: {}, writableRoots: [] };
  const { wrap } = await SANDBOX.plan(request);
  const runs = Array.from({ length: IS_LONG ? 60 : 15 }, async (_, index) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), index % 15);
    const script = 'trap "" TERM; while :; do sleep 1; done';
    await executeCommand([SH, '-c', script], {
      timeout: 20_000,
      maxOutput: 1_000,
      cwd,
      env,
      wrap,
      signal: abort.signal,
      killGrace: 50,
    });
  });
  await Promise.all(runs);
  expect(findMarked(mark)).toStrictEqual([]);
});

/** Runs the sources; the test ends it by a signal. */
const CHILD = `
  import { executeCommand } from './process/execute-command.ts';
  const { file, env, cwd } = JSON.parse(process.argv[2]);
  executeCommand([file, '-c', "setsid sh -c 'echo up; sleep 60' & wait"], { timeout: 60_000, maxOutput: 1_000, cwd, env, onOutput: () => process.stdout.write('up') });
`;

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a process that %s ends takes along what it runs, and ends by it',
  async (signal) => {
    const { cwd, directory, mark, env } = await prepare();
    const script = distScript(directory.path, CHILD);
    const child = spawn(process.execPath, [script, JSON.stringify({ file: SH, env, cwd })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(findMarked(mark).length).toBeGreaterThan(0);
    const ended = once(child, 'exit');
    child.kill(signal);
    expect(await ended).toStrictEqual([null, signal]);
    await expect.poll(() => findMarked(mark).length, { timeout: 60_000, interval: 20 }).toBe(0);
  },
);
