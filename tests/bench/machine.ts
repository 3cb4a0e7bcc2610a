import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createSandbox, executeCommand, type Sandbox, type ScanCounts, scanTools } from '@atip/node';
import { atMost, type Ratio } from './ratio.ts';

const MIB = 1_048_576;
const CALLS = 60;

/** Discovery on this machine's real PATH, what a call costs, and memory under a flood of output. */
export async function machineBench(): Promise<Ratio[]> {
  const sandbox = await createSandbox();
  if (!sandbox.status.available) throw new Error(`No sandbox works here: ${sandbox.status.reason}`);
  return [...(await scanRatios(sandbox)), ...(await callRatios(sandbox)), await floodRatio()];
}

/** Each figure against its bound in ms or MiB, since the bounds are absolute; the baseline of the same run stands behind it. */
async function scanRatios(sandbox: Sandbox): Promise<Ratio[]> {
  const home = mkdtempSync(join(tmpdir(), 'atip-bench-'));
  try {
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_DATA_DIRS: '/nowhere' };
    const listing = bestOf(5, () => listPath(env.PATH));
    await scan(env, sandbox, true);
    const cold = await scan(env, sandbox, true);
    const warm = [];
    for (let round = 0; round < 5; round++) warm.push(await scan(env, sandbox, false));
    const best = Math.min(...warm.map(({ duration }) => duration));
    const { executables, bytes, asked, marked, canonical, started } = cold.counts;
    const what = `${executables} programs, ${Math.round(bytes / MIB)} MiB; readdir + stat of the same PATH ${listing.toFixed(0)} ms`;
    return [
      atMost(1, 'cold scan of the PATH over 1.5 s', cold.duration / 1_500, `${cold.duration.toFixed(0)} ms; ${what}`),
      atMost(1, 'warm scan over 60 ms', best / 60, `${best.toFixed(0)} ms; ${what}`),
      atMost(
        1,
        'programs asked over programs with a marker',
        asked / Math.max(1, marked + canonical),
        `${asked} asked in ${started} processes, ${marked + canonical} with a marker`,
      ),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function scan(
  env: Record<string, string>,
  sandbox: Sandbox,
  refresh: boolean,
): Promise<{ counts: ScanCounts; duration: number }> {
  for await (const event of scanTools({ env, sandbox, refresh })) if (event.event === 'done') return event;
  throw new Error('The scan did not end.');
}

/** The least that any scan has to do. */
function listPath(path: string): number {
  let files = 0;
  for (const directory of new Set(path.split(delimiter))) {
    try {
      for (const name of readdirSync(realpathSync(directory)))
        files += statSync(join(directory, name), { throwIfNoEntry: false })?.isFile() ? 1 : 0;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')))
        throw error;
    }
  }
  return files;
}

async function callRatios(sandbox: Sandbox): Promise<Ratio[]> {
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
    const over = (name: 'plain' | 'held'): number => times[name] - times.bare;
    const detail = (name: 'plain' | 'held'): string =>
      `${times[name].toFixed(1)} ms against ${times.bare.toFixed(1)} ms, median of ${CALLS} taking turns`;
    return [
      atMost(1, 'a call: ms over a bare spawn, over 3 ms', over('plain') / 3, detail('plain')),
      atMost(1, 'a sandboxed call: ms over a bare spawn, over 10 ms', over('held') / 10, detail('held')),
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
async function floodRatio(): Promise<Ratio> {
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
  const grown = (peak - before) / MIB;
  return atMost(
    1,
    'resident memory grown by 1 GiB of output, over 50 MiB',
    grown / 50,
    `${grown.toFixed(0)} MiB; ${Math.round(bytes.stdout / MIB)} MiB arrived, cut: ${truncated}`,
  );
}

function bestOf(rounds: number, task: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    task();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
