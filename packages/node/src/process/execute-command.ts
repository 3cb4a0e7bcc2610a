import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { InteractiveNotSupportedError } from '@atip/core';
import { childEnvironment } from '../environment/child-environment.ts';
import { captureOutput } from './capture-output.ts';
import { checkCommand } from './check-command.ts';
import type { ExecuteOptions, ExecuteOutcome } from './execute-options.ts';
import { HolderError } from './holder-error.ts';
import type { Launch } from './launch.ts';
import { killGroup } from './process-group.ts';
import { readPipe } from './read-pipe.ts';
import { findMarkedProcesses, HOLDER_MARK, RUN_MARK } from './run-mark.ts';
import { runInTerminal } from './run-in-terminal.ts';
import { type StartedProcess, startProcess } from './start-process.ts';
import { superviseProcess } from './supervise-process.ts';
import { watchRun } from './watch-run.ts';

/** UTF-16 units of a holder's report. */
const MAX_REPORT = 10_000;

/**
 * Runs one program to its end, in time and output bounded, without a shell.
 *
 * Shape: ["/usr/bin/git", "log"] → { exitCode: 0, stdout: "…", stderr: "", duration: 12.3, truncated: false, timedOut: false }
 * Limits: settles within `timeout` + grace + 1.2 s; `maxOutput` bytes per stream. While `onOutput` is
 * not ready, nothing of that stream is read, and the program waits in its write. Afterwards nothing that it started is left: its process group is ended, on Linux also what left the group, and with `wrap` whatever the sandbox holds. A failing,
 * killed or aborted program has the same shape; `exitCode` is then not 0, or `null`.
 *
 * @throws InteractiveNotSupportedError when the run is to have a person at its input and gets neither input nor a terminal
 * @throws ExecutionError when the program cannot be started: not absolute, missing, not executable, a NUL, too long.
 */
export async function executeCommand(argv: readonly string[], options: ExecuteOptions): Promise<ExecuteOutcome> {
  const mark = randomUUID();
  const env = { ...(options.env ?? childEnvironment(process.env)), [RUN_MARK]: mark };
  const file = checkCommand(argv, { ...options, env });
  if (options.interactive === 'stdin' && options.input === undefined) {
    throw new InteractiveNotSupportedError(
      'The program wants a person at its input, and here its input is closed. Run it in a terminal, or give it its input.',
      undefined,
    );
  }
  if (options.signal?.aborted) return neverStarted();
  const { cwd } = options;
  const plain: Launch = { file, argv0: argv[0] ?? file, args: argv.slice(1), env, ...(cwd !== undefined && { cwd }) };
  if (options.interactive === 'tty') return runInTerminal(plain, options, mark);
  const holder = options.wrap?.(plain);
  return run(holder ? { ...holder, env: { ...holder.env, [HOLDER_MARK]: mark } } : plain, options, mark);
}

function neverStarted(): ExecuteOutcome {
  const bytes = { stdout: 0, stderr: 0 };
  return { exitCode: null, stdout: '', stderr: '', duration: 0, truncated: false, timedOut: false, bytes };
}

async function run(launch: Launch, options: ExecuteOptions, mark: string): Promise<ExecuteOutcome> {
  const started = performance.now();
  const { child } = await startProcess(launch, options.input);
  const marked = findMarkedProcesses(mark, child.pid);
  const held = options.wrap !== undefined;
  const kill = (signal: 'SIGTERM' | 'SIGKILL'): void => {
    // A sandbox and all in it end with its first process, at once; what runs inside can clean up if it is asked itself.
    if (held && signal === 'SIGTERM' && marked.signal(signal) > 0) return;
    killGroup(child.pid, signal);
    if (!held || signal === 'SIGKILL') marked.signal(signal);
  };
  const unwatch = watchRun(() => kill('SIGKILL'));
  const supervision = superviseProcess(child, {
    timeout: options.timeout,
    killGrace: options.killGrace ?? 500,
    signal: options.signal,
    kill,
  });
  const output = captureOutput(options, () => supervision.stop());
  readPipe(child.stdout, child, (chunk) => output.push('stdout', chunk));
  readPipe(child.stderr, child, (chunk) => output.push('stderr', chunk));
  const report = readReport(child, launch);
  await supervision.finished;
  killGroup(child.pid, 'SIGKILL');
  await marked.end().finally(unwatch);
  // What not even SIGKILL ended is not waited for when we end.
  child.unref();
  const { timedOut, stopped } = supervision;
  const ended = output.end();
  if (!stopped && child.exitCode !== null && launch.reports?.wasStarted(report()) === false) {
    throw new HolderError(launch.argv0, ended.stderr.trim());
  }
  const exitCode = stopped && held && ENDED_BY_US.includes(child.exitCode) ? null : child.exitCode;
  return { exitCode, ...ended, duration: performance.now() - started, timedOut };
}

/** What a holder answers for a program that SIGTERM or SIGKILL ended; the same numbers may be the program's own. */
const ENDED_BY_US: readonly (number | null)[] = [128 + 15, 128 + 9];

function readReport(child: StartedProcess, { inherited = [], reports }: Launch): () => string {
  const first = 3 + inherited.length;
  let text = '';
  for (const pipe of child.stdio.slice(first, first + (reports?.pipes ?? 0))) {
    if (!(pipe instanceof Readable)) continue;
    pipe.on('data', (chunk: Uint8Array) => {
      // A few lines; only a holder that is not itself would write more.
      if (text.length < MAX_REPORT) text += Buffer.from(chunk).toString();
    });
  }
  return () => text;
}
