import { mkdtemp } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AtipEffects, ExecutionError } from '@atip/core';
import { childEnvironment, type Environment } from '../environment/child-environment.ts';
import type { Executable } from '../executables/find-executable.ts';
import { executeCommand } from '../process/execute-command.ts';
import type { ExecuteOutcome } from '../process/execute-options.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { safeSearchPath } from '../screening/safe-search-path.ts';
import { removeLitter } from './remove-litter.ts';

export interface QuestionSettings {
  /** What the executable may inherit from, cut down by the allow-list. */
  readonly env: Environment;
  /** Ms for each question, > 0. Absent: 2,000, as the RFC has it. */
  readonly timeout?: number;
  /**
   * Holds the executable while it answers. Absent: one is made. Where none works nothing is asked; only with `off` does the
   * executable run with all that its user may do.
   */
  readonly sandbox?: Sandbox | 'off' | undefined;
  /** A project that is worked on: what it starts is not looked for there. */
  readonly projectDirectory?: string | undefined;
  /** Ends a question early, which reads as a program that failed: not for answers that are remembered. */
  readonly stop?: AbortSignal;
  /** Called before each process that is started. */
  readonly onStart?: (args: readonly string[]) => void;
}

/** Settings in which it is decided what holds the program, see `settleSandbox`. */
export interface HeldSettings extends QuestionSettings {
  readonly sandbox: Sandbox | 'off';
}

/** How a program answered. */
export interface Answered {
  readonly outcome: ExecuteOutcome;
  /** As it was written. */
  readonly bytes: Uint8Array;
}

/** Whoever only says what it is needs no network, no file of the user's, and nothing to write to. */
const TO_ANSWER: AtipEffects = { network: false, filesystem: { read: false, write: false, delete: false } };

/**
 * Runs a program once to hear what it says.
 *
 * It gets no input, an allow-listed environment with the safe directories of the PATH, and an empty directory to stand
 * in; in a sandbox also no network, no home and nothing that it could write to.
 * @param maxOutput bytes per stream.
 * @param extra variables that it gets besides.
 * @throws ExecutionError when it cannot be started; the system's error when there is no place for it to stand in.
 */
export async function runQuestion(
  executable: Executable,
  args: readonly string[],
  { env, sandbox, projectDirectory, timeout = 2_000, stop, onStart }: HeldSettings,
  maxOutput: number,
  extra: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const cwd = await mkdtemp(join(tmpdir(), 'atip-probe-'));
  const chunks: Uint8Array[] = [];
  try {
    const wrap = await planQuestion(executable, cwd, env, sandbox);
    onStart?.(args);
    const outcome = await executeCommand([executable.foundAs, ...args], {
      executable: executable.path,
      cwd,
      env: { ...childEnvironment({ ...env, PATH: safeSearchPath(env, projectDirectory) }), ...extra },
      timeout,
      maxOutput,
      ...(stop && { signal: stop }),
      ...(wrap && { wrap }),
      onBytes: (stream, bytes) => {
        // The buffer is the pipe's own and is written again.
        if (stream === 'stdout') chunks.push(Uint8Array.from(bytes));
      },
    });
    return { outcome, bytes: Buffer.concat(chunks) };
  } finally {
    await removeLitter(cwd);
  }
}

async function planQuestion({ path, foundAs }: Executable, cwd: string, env: Environment, sandbox: Sandbox | 'off') {
  if (sandbox === 'off') return undefined;
  if (!sandbox.status.available) throw new ExecutionError(`${foundAs} is not asked: no sandbox works here.`);
  const home = env.HOME ?? homedir();
  const plan = await sandbox.plan({ executable: path, foundAs, cwd, home, effects: TO_ANSWER, writableRoots: [] });
  return plan.wrap;
}
