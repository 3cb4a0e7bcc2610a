import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeCommand, type Sandbox } from '@atip/node';
import { bestOf, listPath, scan } from './machine-scan.ts';
import type { Growth, GrowthLine } from './row.ts';

/** Programs of the made PATHs. */
const PROGRAMS = [100, 1_000, 10_000] as const;
/** Bytes that a program of a made PATH has. */
const PROGRAM_BYTES = 4_096;
/** Bytes of output. */
const OUTPUTS = [100_000, 1_000_000, 10_000_000] as const;
const ROUNDS = 5;

/** Scans of made PATHs of growing length; none of their programs says that it can be asked. */
export async function scanGrowth(sandbox: Sandbox): Promise<Growth> {
  const [cold, warm, listing]: [number[], number[], number[]] = [[], [], []];
  for (const count of PROGRAMS) {
    const base = makePath(count);
    try {
      const env = { PATH: join(base, 'bin'), HOME: base, XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' };
      listing.push(bestOf(ROUNDS, () => listPath(env.PATH)));
      cold.push((await scan(env, sandbox, true)).duration);
      const again: number[] = [];
      for (let round = 0; round < ROUNDS; round++) again.push((await scan(env, sandbox, false)).duration);
      warm.push(Math.min(...again));
    } finally {
      rmSync(base, { recursive: true });
    }
  }
  const line = (what: string, values: readonly number[]): GrowthLine => ({ what, unit: 'ms', values });
  return {
    of: 'programs on a made PATH, 4 KiB each',
    sizes: PROGRAMS,
    lines: [line('cold scan', cold), line('warm scan', warm), line('readdir and stat of the same', listing)],
  };
}

function makePath(count: number): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'atip-bench-')));
  const bin = join(base, 'bin');
  mkdirSync(bin);
  for (let index = 0; index < count; index++) {
    const file = join(bin, `program-${index}`);
    writeFileSync(file, `#!/bin/sh\n# ${index}\n`.padEnd(PROGRAM_BYTES, `echo ${index}\n`));
    chmodSync(file, 0o755);
  }
  return base;
}

/** A call that takes all of a growing output against a bare spawn that does. */
export async function outputGrowth(): Promise<Growth> {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (const size of OUTPUTS) {
    const argv = ['/usr/bin/head', '-c', String(size), '/dev/zero'] as const;
    const times = { ours: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 2 * ROUNDS; round++) {
      times.ours = Math.min(times.ours, await timed(() => callAll(argv, size)));
      times.bare = Math.min(times.bare, await timed(() => spawnAll(argv, size)));
    }
    ours.push(times.ours);
    bare.push(times.bare);
  }
  return {
    of: 'bytes of output of one call, all kept',
    sizes: OUTPUTS,
    lines: [
      { what: 'a call, best of 10', unit: 'ms', values: ours },
      { what: 'a bare spawn that keeps it too, best of 10', unit: 'ms', values: bare },
    ],
  };
}

async function callAll(argv: readonly string[], size: number): Promise<void> {
  const { bytes, truncated } = await executeCommand(argv, { timeout: 30_000, maxOutput: 2 * size });
  if (truncated || bytes.stdout !== size) throw new Error(`A call brought ${bytes.stdout} of ${size} bytes.`);
}

function spawnAll([file = '', ...args]: readonly string[], size: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', () => {
      const { length } = Buffer.concat(chunks).toString('utf8');
      if (length === size) resolve();
      else reject(new Error(`A bare spawn brought ${length} of ${size} bytes.`));
    });
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
