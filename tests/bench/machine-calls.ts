import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeCommand, type Sandbox } from '@atip/node';
import type { Row } from './row.ts';

const MIB = 1_048_576;
const CALLS = 60;

/** What a call costs over a bare spawn, plain and in the sandbox. */
export async function callRows(sandbox: Sandbox): Promise<Row[]> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'atip-bench-')));
  try {
    const limits = { timeout: 10_000, maxOutput: MIB, cwd };
    const effects = { network: false, filesystem: { write: false, delete: false } };
    const file = realpathSync('/bin/true');
    const call = async (held: boolean): Promise<void> => {
      const plan = held
        ? await sandbox.plan({ executable: file, foundAs: file, cwd, home: cwd, effects, writableRoots: [cwd] })
        : undefined;
      await executeCommand([file], { ...limits, ...(plan && { wrap: plan.wrap }) });
    };
    const tasks = { bare: () => bareSpawn(file, cwd), plain: () => call(false), held: () => call(true) };
    const times = await takeTurns(tasks);
    const row = (id: 'plain' | 'held', what: string): Row => ({
      id: `call-${id}`,
      what,
      value: times[id],
      unit: 'ms',
      baseline: { what: 'a bare spawn', value: times.bare },
      detail: `${(times[id] - times.bare).toFixed(1)} ms more; medians of ${CALLS} taking turns`,
    });
    const extra = (id: 'plain' | 'held', what: string): Row => ({
      id: `over-${id}`,
      what,
      value: times[id] - times.bare,
      unit: 'ms',
    });
    return [
      row('plain', 'a call'),
      row('held', 'a call in the sandbox'),
      extra('plain', 'a call: what it costs over the bare spawn'),
      extra('held', 'a call in the sandbox: what it costs over the bare spawn'),
    ];
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function bareSpawn(file: string, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [], { cwd });
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}

async function takeTurns<Name extends string>(
  tasks: Readonly<Record<Name, () => Promise<void>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(tasks) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < CALLS + 5; round++) {
    for (const name of names) {
      const started = performance.now();
      await tasks[name]();
      if (round >= 5) times[name].push(performance.now() - started);
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, times[name].sort((a, b) => a - b)[CALLS / 2] ?? Number.NaN]),
  ) as Record<Name, number>;
}

/** A program that writes 1 GiB and ignores being asked to stop; its output is capped at 1 MiB. */
export async function floodRow(): Promise<Row> {
  const script = 'trap "" TERM PIPE; head -c 1073741824 /dev/zero; exit 0';
  const run = () => executeCommand(['/bin/sh', '-c', script], { timeout: 60_000, maxOutput: MIB, killGrace: 5_000 });
  await run();
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  const { bytes, truncated } = await run();
  clearInterval(watch);
  return {
    id: 'flood',
    what: 'resident memory grown by 1 GiB of output of one call',
    value: Math.max(0, peak - before) / MIB,
    unit: 'MiB',
    detail: `${Math.round(bytes.stdout / MIB)} MiB arrived, cut: ${truncated}`,
  };
}
