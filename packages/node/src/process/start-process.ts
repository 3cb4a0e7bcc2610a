import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { execa } from 'execa';
import { systemErrorCode } from '../files/system-error.ts';
import { foreignDescriptors } from './foreign-descriptors.ts';
import type { Launch } from './launch.ts';
import { startError } from './start-error.ts';

/** A process that was started, with its output as pipes. */
export type StartedProcess = ChildProcess & {
  readonly pid: number;
  readonly stdout: NonNullable<ChildProcess['stdout']>;
  readonly stderr: NonNullable<ChildProcess['stderr']>;
};

/**
 * Starts a process in a group of its own, without a shell, with nothing inherited but what the launch names.
 *
 * @param input what it reads from its input; nothing is an input that has ended
 * @throws ExecutionError when the system cannot start it
 */
export async function startProcess(
  launch: Launch,
  input: string | Uint8Array | undefined,
): Promise<{ readonly child: StartedProcess }> {
  const inherited = launch.inherited ?? [];
  const pipes = inherited.length + (launch.reports?.pipes ?? 0);
  const foreign = foreignDescriptors();
  const { child } = await (process.platform === 'win32'
    ? startOnWindows(launch, input, pipes)
    : startCovered(launch, input, pipes, foreign));
  if (!isStarted(child)) throw startError(launch.file, undefined);
  feed(child.stdin, input);
  inherited.forEach((bytes, index) => {
    feed(child.stdio[index + 3], bytes);
  });
  // Not the process itself: it is also a promise of its end, and would be waited for.
  return { child };
}

/** By execa, which finds what Windows takes for a program. */
async function startOnWindows(
  launch: Launch,
  input: unknown,
  pipes: number,
): Promise<{ readonly child: ChildProcess }> {
  const running = execa(launch.file, launch.args, {
    argv0: launch.argv0,
    ...(launch.cwd === undefined ? {} : { cwd: launch.cwd }),
    env: launch.env,
    extendEnv: false,
    shell: false,
    preferLocal: false,
    stdio: [
      input === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      ...Array.from({ length: pipes }, () => 'pipe' as const),
    ],
    cleanup: false,
    windowsHide: true,
    buffer: false,
    reject: false,
  });
  const child: ChildProcess = running;
  if (child.pid === undefined) throw startError(launch.file, (await running).code);
  return { child };
}

/**
 * Starts it with every descriptor named that must not reach it. In a group of
 * its own, so that what it starts can be ended with it. Not by execa: its effort grows with the square of how many descriptors
 * there are, 300 ms for a thousand; and where none is left for a pipe, the error comes before it listens, and ends this process.
 */
async function startCovered(
  launch: Launch,
  input: unknown,
  pipes: number,
  foreign: ReadonlyMap<number, number>,
): Promise<{ readonly child: ChildProcess }> {
  const length = Math.max(pipes, ...[...foreign.keys()].map((number) => number - 2));
  const further = Array.from({ length }, (_, index) => (index < pipes ? 'pipe' : (foreign.get(index + 3) ?? 'ignore')));
  try {
    const child = spawn(launch.file, launch.args, {
      argv0: launch.argv0,
      cwd: launch.cwd,
      env: launch.env,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...further],
      detached: true,
    });
    if (child.pid === undefined) await once(child, 'spawn');
    return { child };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    throw startError(launch.file, code);
  }
}

function isStarted(child: ChildProcess): child is StartedProcess {
  return child.pid !== undefined && child.stdout !== null && child.stderr !== null;
}

/** A program need not read what it is given; a pipe that it closed is no failure of the run. */
function feed(pipe: unknown, bytes: string | Uint8Array | undefined): void {
  if (bytes === undefined || !isWritable(pipe)) return;
  pipe.on('error', (error) => {
    const code = systemErrorCode(error);
    if (code !== 'EPIPE' && code !== 'ECONNRESET') throw error;
  });
  pipe.end(bytes);
}

function isWritable(pipe: unknown): pipe is Writable {
  return typeof pipe === 'object' && pipe !== null && 'end' in pipe;
}
