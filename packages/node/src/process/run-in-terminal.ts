import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversation } from '@atip/core';
import { ExecutionError, InteractiveNotSupportedError } from '@atip/core/execute';
import { systemErrorCode } from '../files/system-error.ts';
import { captureOutput } from './capture-output.ts';
import { type ExecuteOptions, type ExecuteOutcome, HolderError, type Launch, startError } from './launch-types.ts';
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

const LIMITS = { maxTurns: 20, maxInput: 65_536, quiet: 300 } as const;
/**
 * UTF-16 units of output that are kept. Redact a prompt before cutting it further, because half a secret is not
 * recognised.
 */
const MAX_PRINTED = 65_536;

/** Answers a program at a terminal. */
interface Answering {
  /** Receives the program's output. */
  hear(text: string): void;
  /** Ends the conversation. @returns a sentence if a limit ended the run @throws the handler's error */
  end(): string | undefined;
}

/**
 * Asks a handler whenever a program has printed something and waits: no output for a while, and its last line is
 * unfinished.
 *
 * @param write types text at the terminal
 * @param stop ends the run
 */
function converse(
  { onPrompt, maxTurns = LIMITS.maxTurns, maxInput = LIMITS.maxInput, quiet = LIMITS.quiet }: Conversation,
  write: (text: string) => void,
  stop: () => void,
): Answering {
  let [printed, turns, typed] = ['', 0, 0];
  let [isAsking, isOver] = [false, false];
  let timer: NodeJS.Timeout | undefined;
  let limit: string | undefined;
  let failure: { readonly error: unknown } | undefined;
  const endBy = (reason: string): void => {
    limit = reason;
    stop();
  };
  const ask = async (): Promise<void> => {
    if (turns >= maxTurns) return endBy(`It asked more than ${maxTurns} times, so the run was ended.`);
    turns += 1;
    const prompt = printed;
    printed = '';
    isAsking = true;
    const answer = await onPrompt(prompt, turns);
    isAsking = false;
    if (isOver) return;
    if (answer === undefined) return endBy('Nobody answered its question, so the run was ended.');
    typed += Buffer.byteLength(answer) + 1;
    if (typed > maxInput) return endBy(`The answers are longer than ${maxInput} bytes together, so the run was ended.`);
    write(`${answer}\r`);
    wait();
  };
  const wait = (): void => {
    clearTimeout(timer);
    if (isOver || isAsking || printed === '' || printed.endsWith('\n')) return;
    timer = setTimeout(() => {
      ask().catch((error: unknown) => {
        failure = { error };
        stop();
      });
    }, quiet);
  };
  return {
    hear(text) {
      printed = (printed + text).slice(-MAX_PRINTED);
      wait();
    },
    end() {
      isOver = true;
      clearTimeout(timer);
      if (failure) throw failure.error;
      return limit;
    },
  };
}

/** Opens a sandbox's descriptors, from 3, and starts it with its own terminal. */
const STARTER = `
const { openSync } = require('node:fs');
const { spawn } = require('node:child_process');
const { signals } = require('node:os').constants;
const [directory, inputs, reports, file, argv0, cwd, ...args] = process.argv.slice(1);
const opened = (count, name, flags) => Array.from({ length: Number(count) }, (_, at) => openSync(directory + '/' + name + at, flags));
const stdio = ['inherit', 'inherit', 'inherit', ...opened(inputs, 'in', 'r'), ...opened(reports, 'out', 'w')];
const child = spawn(file, args, { argv0, cwd, stdio });
child.on('error', ({ message }) => { console.error(message); process.exit(127); });
child.on('exit', (code, signal) => process.exit(code ?? 128 + signals[signal]));
`;

/** A launch whose descriptors come from files, because a terminal's process inherits only the terminal. */
interface TerminalHolder {
  readonly launch: Launch;
  /** The report of the sandbox, after the run. */
  report(): string;
  remove(): void;
}

/**
 * Converts the launch of a sandbox into one that a terminal can start.
 *
 * @throws ExecutionError when the run may only reach certain hosts: their proxy needs a channel that a terminal lacks
 */
function holdAtTerminal({ inherited = [], reports, onListener, ...launch }: Launch): TerminalHolder {
  if (onListener)
    throw new ExecutionError(
      'At a terminal a run gets the whole network or none. Set the policy field "network" to "all" or "none".',
    );
  const directory = mkdtempSync(join(tmpdir(), 'atip-terminal-'));
  for (const [at, bytes] of inherited.entries()) writeFileSync(join(directory, `in${at}`), bytes, { mode: 0o600 });
  const outputs = Array.from({ length: reports?.pipes ?? 0 }, (_, at) => join(directory, `out${at}`));
  for (const path of outputs) writeFileSync(path, '', { mode: 0o600 });
  const { file, argv0, args, cwd = '/' } = launch;
  const own = ['-e', STARTER, directory, String(inherited.length), String(outputs.length), file, argv0, cwd, ...args];
  return {
    launch: { ...launch, file: process.execPath, argv0: process.execPath, args: own },
    report: () => outputs.map((path) => readFileSync(path, 'utf8')).join(''),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
