import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { execa } from 'execa';
import { systemErrorCode } from '../files/system-error.ts';
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
  const running = execa(launch.file, launch.args, {
    argv0: launch.argv0,
    ...(launch.cwd === undefined ? {} : { cwd: launch.cwd }),
    env: launch.env,
    extendEnv: false,
    shell: false,
    preferLocal: false,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...inherited.map(() => 'pipe' as const)],
    // So that what it starts can be ended with it; execa's own cleanup ends the leader only.
    detached: process.platform !== 'win32',
    cleanup: false,
    windowsHide: true,
    buffer: false,
    reject: false,
  });
  const child: ChildProcess = running;
  if (!isStarted(child)) throw startError(launch.file, (await running).code);
  feed(child.stdin, input);
  inherited.forEach((bytes, index) => {
    feed(child.stdio[index + 3], bytes);
  });
  // Not the process itself: it is also a promise of its end, and would be waited for.
  return { child };
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
