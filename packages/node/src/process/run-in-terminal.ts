import { access, constants } from 'node:fs/promises';
import { InteractiveNotSupportedError } from '@atip/core/execute';
import { systemErrorCode } from '../files/system-error.ts';
import { captureOutput } from './capture-output.ts';
import { converse } from './converse.ts';
import { type ExecuteOptions, type ExecuteOutcome, HolderError, type Launch, startError } from './launch-types.ts';
import { holdAtTerminal } from './terminal-holder.ts';
import { HOLDER_MARK, watchProcesses } from './watch-processes.ts';

/** The used part of `node-pty`. */
interface Terminal {
  readonly pid: number;
  onData(listener: (data: Uint8Array | string) => void): unknown;
  onExit(listener: (event: { exitCode: number; signal?: number }) => void): unknown;
  write(data: string): void;
}

type SpawnTerminal = (file: string, args: readonly string[], options: object) => Terminal;

/** Not imported by name: it is an optional peer with native code, and bundlers must not search for it. */
const PACKAGE: string = 'node-pty';

/**
 * Runs one program at a terminal of its own, by the optional package `node-pty`. Limits: as `executeCommand`; all
 * output is `stdout`.
 * In a sandbox the terminal is the program's input and output, but not its /dev/tty.
 * @throws InteractiveNotSupportedError without that package
 */
export async function runInTerminal(launch: Launch, options: ExecuteOptions, mark: string): Promise<ExecuteOutcome> {
  const spawnTerminal = await loadTerminals();
  const held = options.wrap?.(launch);
  const holder = held && holdAtTerminal(held);
  try {
    const outcome = await runThere(spawnTerminal, holder?.launch ?? launch, options, mark);
    if (holder && outcome.exitCode !== null && held.reports?.wasStarted(holder.report()) === false)
      throw new HolderError(launch.argv0, outcome.stdout.trim());
    return outcome;
  } finally {
    holder?.remove();
  }
}

async function runThere(
  spawnTerminal: SpawnTerminal,
  { file, args, cwd, env }: Launch,
  options: ExecuteOptions,
  mark: string,
): Promise<ExecuteOutcome> {
  const isHeld = options.wrap !== undefined;
  const started = performance.now();
  const marked = isHeld ? { ...env, [HOLDER_MARK]: mark } : env;
  const terminal = await open(spawnTerminal, { file, argv0: file, args, env: marked, cwd });
  const processes = watchProcesses(mark, terminal.pid, isHeld, options.killGrace ?? 500);
  let timedOut = false;
  const stop = (): void => processes.stop();
  const answering =
    options.conversation &&
    converse(
      options.conversation,
      (text) => terminal.write(text),
      () => stop(),
    );
  const heard = new TextDecoder();
  const output = captureOutput(options, stop);
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, options.timeout);
  const exited = new Promise<number | null>((resolve) => {
    terminal.onData((data) => {
      const bytes = Buffer.from(data);
      void output.take('stdout', bytes);
      answering?.hear(heard.decode(bytes, { stream: true }));
    });
    terminal.onExit(({ exitCode, signal }) => resolve(signal ? null : exitCode));
  });
  options.signal?.addEventListener('abort', stop);
  if (options.input !== undefined) terminal.write(Buffer.from(options.input).toString());
  const exitCode = (await Promise.race([exited, processes.givenUp])) ?? null;
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', stop);
  await processes.end();
  const limit = answering?.end();
  const outcome: ExecuteOutcome = {
    // For a killed run the sandbox reports 128 plus the signal.
    exitCode: limit !== undefined || (timedOut && isHeld) ? null : exitCode,
    ...output.end(),
    duration: performance.now() - started,
    timedOut,
  };
  return limit === undefined ? outcome : { ...outcome, notices: [limit] };
}

async function loadTerminals(): Promise<SpawnTerminal> {
  try {
    const loaded: { readonly spawn: SpawnTerminal } = await import(PACKAGE);
    return loaded.spawn;
  } catch (error) {
    if (systemErrorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InteractiveNotSupportedError(
      'The program wants a terminal, and the optional package node-pty, which makes one, is not installed. Run it in a terminal of yours, or install node-pty.',
      undefined,
    );
  }
}

async function open(spawnTerminal: SpawnTerminal, { file, args, cwd, env }: Launch): Promise<Terminal> {
  try {
    // Checked first: node-pty reports a file that cannot be started as a program that ended with an exit code.
    await access(file, constants.X_OK);
    if (cwd !== undefined) await access(cwd, constants.X_OK);
    return spawnTerminal(file, args, { cwd, env, cols: 120, rows: 40, name: env['TERM'] ?? 'dumb', encoding: null });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    throw startError(file, code);
  }
}
