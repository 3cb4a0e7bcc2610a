import { isAbsolute } from 'node:path';
import { ExecutionError, InteractiveNotSupportedError, type RunOptions, type RunOutcome } from '@atip/core';
import { execa } from 'execa';
import { type BoundedText, createBoundedText } from './bounded-text.ts';
import { childEnvironment } from '../environment/child-environment.ts';
import { killGroup, watchGroup } from './process-group.ts';
import { type Supervision, superviseProcess } from './supervise-process.ts';
import { describeSystemError } from '../files/system-error.ts';

export interface ExecuteOptions extends RunOptions {
  /** File to execute, absolute, when it is not `argv[0]`: programs such as busybox or rustup read their task from `argv[0]`. */
  readonly executable?: string;
  /** The child's whole environment. Absent: `childEnvironment` of ours. */
  readonly env?: Readonly<Record<string, string>>;
  /** Ms between SIGTERM and SIGKILL. Absent: 500. */
  readonly killGrace?: number;
}

type Child = ReturnType<typeof start>;

/**
 * Runs one program to its end, in time and output bounded, without a shell.
 *
 * Shape: ["/usr/bin/git", "log"] → { exitCode: 0, stdout: "…", stderr: "", duration: 12.3, truncated: false, timedOut: false }
 * Limits: settles within `timeout` + grace + 1.2 s; `maxOutput` bytes per stream; afterwards nothing of its process
 * group is left. A failing, killed or aborted program has the same shape; `exitCode` is then not 0, or `null`.
 *
 * @throws InteractiveNotSupportedError when the run is to have a person at its input, which is closed here
 * @throws ExecutionError when the program cannot be started: not absolute, missing, not executable, a NUL, too long.
 */
export async function executeCommand(argv: readonly string[], options: ExecuteOptions): Promise<RunOutcome> {
  const file = checkCommand(argv, options);
  if (options.signal?.aborted) return outcome(null, '', '', { duration: 0, truncated: false, timedOut: false });

  const started = performance.now();
  const child = start(file, argv, options);
  const { pid } = child;
  if (pid === undefined) throw startError(file, (await child).code);

  const unwatch = watchGroup(pid);
  const supervision = superviseProcess(child, {
    timeout: options.timeout,
    killGrace: options.killGrace ?? 500,
    signal: options.signal,
    kill: (signal) => killGroup(pid, signal),
  });
  const output = captureOutput(child, supervision, options);
  await supervision.finished;
  unwatch();
  const { stdout, stderr, truncated } = output.end();
  const { timedOut } = supervision;
  return outcome(child.exitCode, stdout, stderr, { duration: performance.now() - started, truncated, timedOut });
}

function outcome(
  exitCode: number | null,
  stdout: string,
  stderr: string,
  ending: Pick<RunOutcome, 'duration' | 'truncated' | 'timedOut'>,
): RunOutcome {
  return { exitCode, stdout, stderr, ...ending };
}

function checkCommand(argv: readonly string[], options: ExecuteOptions): string {
  const file = options.executable ?? argv[0];
  if (file === undefined || !isAbsolute(file)) {
    throw new ExecutionError('The executable must be an absolute path, as found when the tool was discovered.');
  }
  if (options.interactive !== undefined) {
    throw new InteractiveNotSupportedError(
      'The program wants a person at its input, and here its input is closed. Run it in a terminal.',
      undefined,
    );
  }
  if (options.cwd !== undefined && !isAbsolute(options.cwd)) {
    throw new ExecutionError('The working directory must be an absolute path.');
  }
  const broken = argv.findIndex((argument) => argument.includes('\0'));
  if (broken >= 0)
    throw new ExecutionError(`Argument ${broken} contains a NUL character, which no program can receive.`);
  return file;
}

function start(file: string, argv: readonly string[], options: ExecuteOptions) {
  return execa(file, argv.slice(1), {
    argv0: argv[0] ?? file,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: options.env ?? childEnvironment(process.env),
    extendEnv: false,
    shell: false,
    preferLocal: false,
    stdin: 'ignore',
    // Its own process group, so that what it starts can be ended with it; execa's own cleanup ends the leader only.
    detached: process.platform !== 'win32',
    cleanup: false,
    windowsHide: true,
    buffer: false,
    reject: false,
  });
}

function startError(file: string, code: string | undefined): ExecutionError {
  const reason = describeSystemError(code ?? 'unknown reason');
  const hint = code === 'ENOENT' ? ' The file, its interpreter or the working directory is gone.' : '';
  return new ExecutionError(`${file} could not be started: ${reason} (${code ?? 'no code'}).${hint}`);
}

function captureOutput(child: Child, supervision: Supervision, options: ExecuteOptions) {
  let truncated = false;
  let failure: { readonly error: unknown } | undefined;
  const capture = (name: 'stdout' | 'stderr'): BoundedText => {
    const text = createBoundedText(options.maxOutput, (piece) => options.onOutput?.(name, piece));
    child[name].on('data', (chunk: Uint8Array) => {
      try {
        if (text.push(chunk)) return;
        truncated = true;
      } catch (error) {
        // From the caller's `onOutput`; thrown out of an event handler it would end this process instead of the run.
        failure ??= { error };
      }
      supervision.stop();
    });
    return text;
  };
  const [stdout, stderr] = [capture('stdout'), capture('stderr')];
  return {
    end() {
      const texts = { stdout: stdout.end(), stderr: stderr.end() };
      if (failure) throw failure.error;
      return { ...texts, truncated };
    },
  };
}
