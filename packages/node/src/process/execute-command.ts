import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { Server } from 'node:net';
import { isAbsolute } from 'node:path';
import { WritableStream } from 'node:stream/web';
import { ExecutionError, InteractiveNotSupportedError } from '@atip/core/execute';
import { assertNoShell, locateError, maxOutputFor, timeoutFor } from '@atip/core/internal';
import type { execa as Execa } from 'execa';
import { childEnvironment } from './child-environment.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { captureOutput, type OutputCapture, type StreamName } from './capture-output.ts';
import {
  type CommandOptions,
  type ExecuteOptions,
  type ExecuteOutcome,
  HolderError,
  type Launch,
  startError,
} from './launch-types.ts';
import { HOLDER_MARK, RUN_MARK, watchProcesses } from './watch-processes.ts';
import { runInTerminal } from './run-in-terminal.ts';

/** Bytes of a sandbox's report; only a forged one would be longer. */
const MAX_REPORT = 10_000;
/** Ms after the first process ended in which background processes may still write to its pipes. */
const DRAIN = 200;
/** O_CLOEXEC in the octal flags of `fdinfo`. */
const CLOSED_ON_START = 0o2000000;
/** Exit codes of a sandbox whose program SIGTERM or SIGKILL ended; a program may exit with the same numbers itself. */
const ENDED_BY_US: readonly (number | null)[] = [128 + 15, 128 + 9];

/**
 * Runs one program to its end, with limits on time and output, without a shell.
 *
 * Shape: ["/usr/bin/git", "log"] → { exitCode: 0, stdout: "…", stderr: "", duration: 12.3, truncated: false, timedOut:
 * false }
 * Limits: it settles within `timeout` + grace + 1.2 s; the timeout is 10 min by default, at most a day. It keeps
 * `maxOutput` bytes per stream, by default 1 MiB, at most 10 MiB, and the program runs on. While `onOutput` is pending,
 * the stream is not read, and the program waits in its write.
 * Afterwards no process of the run is left: its process group is killed, on Linux also processes that left the group,
 * and with `wrap` everything in the sandbox. A failing, killed or aborted program has the same result shape; `exitCode`
 * is then not 0, or `null`.
 *
 * @throws InteractiveNotSupportedError when the run needs a person at its input and has neither input nor a terminal
 * @throws ExecutionError when the program cannot be started: not absolute, missing, not executable, a NUL, too long.
 * @example
 * import { executeCommand } from '@atip/node';
 *
 * const { exitCode, stdout } = await executeCommand(['/bin/echo', 'hello'], { timeout: 5_000 });
 */
export async function executeCommand(
  argv: readonly string[],
  { shell, ...given }: CommandOptions = {},
): Promise<ExecuteOutcome> {
  assertNoShell(shell);
  const options = { ...given, timeout: timeoutFor({}, given.timeout), maxOutput: maxOutputFor(given.maxOutput) };
  return execute(argv, options).catch((error: unknown) => {
    throw locateError(error, { argv });
  });
}

async function execute(argv: readonly string[], options: ExecuteOptions): Promise<ExecuteOutcome> {
  const mark = randomUUID();
  const env = { ...(options.env ?? childEnvironment(process.env)), [RUN_MARK]: mark };
  const file = checkCommand(argv, options);
  if (options.interactive === 'stdin' && options.input === undefined) {
    throw new InteractiveNotSupportedError(
      'The program wants a person at its input, and here its input is closed. Run it in a terminal, or pass its input.',
      undefined,
    );
  }
  if (options.signal?.aborted) return neverStarted();
  const { cwd } = options;
  const plain: Launch = { file, argv0: argv[0] ?? file, args: argv.slice(1), env, cwd };
  if (options.interactive === 'tty') return runInTerminal(plain, options, mark);
  const holder = options.wrap?.(plain);
  return run(holder ? { ...holder, env: { ...holder.env, [HOLDER_MARK]: mark } } : plain, options, mark);
}

/** Refuses an argv that cannot start a program, with our own message. @returns the file to execute */
function checkCommand(argv: readonly string[], { executable, cwd }: ExecuteOptions): string {
  const file = executable ?? argv[0];
  if (file === undefined || !isAbsolute(file))
    throw new ExecutionError('The executable must be an absolute path, as found when the tool was discovered.');
  if (cwd !== undefined && !isAbsolute(cwd))
    throw new ExecutionError('The working directory must be an absolute path.');
  const broken = argv.findIndex((argument) => argument.includes('\0'));
  if (broken < 0) return file;
  throw new ExecutionError(`Argument ${broken} contains a NUL character, which no program can receive.`);
}

function neverStarted(): ExecuteOutcome {
  const bytes = { stdout: 0, stderr: 0 };
  return { exitCode: null, stdout: '', stderr: '', duration: 0, truncated: false, timedOut: false, bytes };
}

async function run(launch: Launch, options: ExecuteOptions, mark: string): Promise<ExecuteOutcome> {
  const started = performance.now();
  const held = options.wrap !== undefined;
  const cancel = new AbortController();
  const abort = (): void => cancel.abort();
  const output = captureOutput(options, abort);
  // Loads its hundred files when the first program starts, not with every command line.
  const { execa } = await import('execa');
  const child = start(execa, launch, options, output, cancel.signal);
  if (child.pid === undefined) throw startError(launch.file, (await child).code);
  const processes = watchProcesses(mark, child.pid, held, options.killGrace ?? 500);
  let stopped: 'timeout' | 'cancel' | undefined;
  // execa ends a timed-out or cancelled run by this method; its own would reach only the first process.
  child.kill = () => {
    if (child.exitCode !== null || child.signalCode !== null || stopped) return false;
    stopped = cancel.signal.aborted ? 'cancel' : 'timeout';
    processes.stop();
    return true;
  };
  child.once('exit', () => processes.killAfter(DRAIN));
  options.signal?.addEventListener('abort', abort);
  // The signal may have aborted while execa was loading.
  if (options.signal?.aborted) abort();
  const result = await Promise.race([child, processes.givenUp]);
  options.signal?.removeEventListener('abort', abort);
  await processes.end();
  if (!result) {
    // Does not keep our process alive for one that SIGKILL did not end.
    child.unref();
    for (const pipe of child.stdio) pipe?.destroy();
  }
  const ended = output.end();
  const exitCode = result?.exitCode ?? null;
  if (!stopped && exitCode !== null && launch.reports?.wasStarted(reportOf(result?.stdio)) === false) {
    throw new HolderError(launch.argv0, ended.stderr.trim());
  }
  return {
    exitCode: stopped && held && ENDED_BY_US.includes(exitCode) ? null : exitCode,
    ...ended,
    duration: performance.now() - started,
    timedOut: stopped === 'timeout',
  };
}

/** Starts a process in a group of its own, without a shell; it inherits only the launch's descriptors. */
function start(
  execa: typeof Execa,
  launch: Launch,
  options: ExecuteOptions,
  output: OutputCapture,
  cancelSignal: AbortSignal,
) {
  const { file, args, argv0, cwd, env, inherited = [], reports, onListener } = launch;
  const pipes = [
    ...inherited,
    ...Array.from({ length: reports?.pipes ?? 0 }, () => 'pipe' as const),
    ...(onListener ? ['ipc' as const] : []),
  ];
  // Without a sandbox, inherited descriptors give no further access. execa's effort grows with the square of their
  // number.
  const covers = options.wrap ? coverForeign(3 + pipes.length) : [];
  assertDescriptorsLeft(file, 2 * (3 + pipes.length));
  // After the process has ended no reader is awaited: only the system's buffers remain.
  const take = (stream: StreamName) =>
    new WritableStream<Uint8Array>({
      write: async (chunk) => void (await Promise.race([output.take(stream, chunk), exited])),
    });
  const child = execa(file, args, {
    argv0,
    ...(cwd !== undefined && { cwd }),
    env,
    extendEnv: false,
    detached: process.platform !== 'win32',
    cleanup: false,
    stdio: [
      options.input === undefined ? 'ignore' : Buffer.from(options.input),
      take('stdout'),
      take('stderr'),
      ...pipes,
      ...covers,
    ],
    encoding: 'buffer',
    // Streams that are passed on are not buffered.
    buffer: { stdout: false, stderr: false },
    maxBuffer: MAX_REPORT,
    // For the listener's channel: lines of JSON, which a program without Node can write.
    serialization: 'json',
    timeout: options.timeout,
    cancelSignal,
    reject: false,
  });
  const exited = once(child, 'exit').catch(() => undefined);
  if (onListener) {
    child.once('message', (_message, handle) => {
      // Further messages are ignored.
      if (child.connected) child.disconnect();
      if (handle instanceof Server) onListener(handle);
    });
  }
  return child;
}

let foreign: { readonly descriptors: ReadonlySet<number>; readonly nothing: number } | undefined;

/** Replaces inherited descriptors by /dev/null: a directory among them would bypass a sandbox's mounts. Linux only. */
function coverForeign(first: number): (9 | 'ignore')[] {
  if (process.platform !== 'linux') return [];
  foreign ??= {
    descriptors: new Set(readdirSync('/proc/self/fd').map(Number).filter(isForeign)),
    nothing: openSync(devNull, 'r'),
  };
  const { descriptors, nothing } = foreign;
  const length = Math.max(0, Math.max(...descriptors) + 1 - first);
  // execa accepts any descriptor; its types only list those below ten.
  return Array.from({ length }, (_, at) => (descriptors.has(first + at) ? (nothing as 9) : 'ignore'));
}

function isForeign(descriptor: number): boolean {
  if (descriptor <= 2) return false;
  try {
    const [, flags = '0'] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSED_ON_START) === 0;
  } catch (error) {
    // The descriptor that read the list is closed again.
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    return false;
  }
}

/**
 * Without descriptors for a pipe, Node emits an error before execa listens, which would end this process: so this
 * checks first.
 */
function assertDescriptorsLeft(file: string, count: number): void {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'));
  } catch (error) {
    throw startError(file, systemErrorCode(error));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

function reportOf(stdio: readonly unknown[] = []): string {
  return stdio
    .slice(3)
    .map((bytes) => (bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : ''))
    .join('');
}
