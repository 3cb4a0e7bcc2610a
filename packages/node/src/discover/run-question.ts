import { mkdtemp, chmod, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AtipEffects } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { childEnvironment, type Environment } from '../process/child-environment.ts';
import type { Executable } from '../executables/find-executable.ts';
import { unlessRefusedLater } from '../files/system-error.ts';
import { temporaryName } from '../files/write-file-atomically.ts';
import { executeCommand } from '../process/execute-command.ts';
import type { ExecuteOutcome } from '../process/launch-types.ts';
import { homeOf } from '../process/xdg-paths.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { resolveExisting } from '../files/real-path.ts';
import type { Sandbox, SandboxPlan } from '../sandbox/sandbox.ts';
import { safeSearchPath } from './path-directories.ts';
import { findInstallation } from './find-installation.ts';

/** Options for asking programs about themselves; by default one question may take 2 s, as in the RFC. */
export interface Asking {
  /** `PATH` and the XDG variables are used here; programs inherit what the allow-list permits. */
  readonly env: Environment;
  /** Ms for each question, > 0. */
  readonly timeout?: number | undefined;
  /**
   * A function is called before the first question; by default a sandbox is made then. If none works, nothing is asked.
   * `off`: the program runs with all rights of its user.
   */
  readonly sandbox?: Sandbox | 'off' | (() => Promise<Sandbox>) | undefined;
  /** The current project: entries of the PATH in it are ignored. */
  readonly projectDirectory?: string | undefined;
  /** Ends a question early, which looks like a failed program: such an answer is not saved. */
  readonly signal?: AbortSignal | undefined;
  readonly onStart?: ((args: readonly string[]) => void) | undefined;
}

/** With the sandbox that `settleSandbox` chose. */
export type Settled<Options extends Asking = Asking> = Options & { readonly sandbox: Sandbox | 'off' };

export interface ProgramAnswer {
  readonly outcome: ExecuteOutcome;
  /** Unchanged bytes. */
  readonly bytes: Uint8Array;
  /** The part of its home that it saw. Absent: all, or unknown. */
  readonly seen?: SandboxPlan['seen'] | undefined;
}

interface Question {
  /** Bytes per stream. */
  readonly maxOutput: number;
  /** Variables in addition to those of the allow-list. */
  readonly extra?: Readonly<Record<string, string>>;
  /** Absent: the program that runs. */
  readonly about?: Executable;
}

/** Questions at the same time; most of their time is waiting. */
const AT_ONCE = 4;

/** Works through a list, a few at once. */
export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** A program that only describes itself needs no network and no file of the user. */
const TO_ANSWER: AtipEffects = { network: false, filesystem: { read: false, write: false, delete: false } };

/**
 * Runs a program once for its answer: no input, an allow-listed environment, an empty directory; in a sandbox also no
 * network, no write access, and only the program's installation of the home. @throws ExecutionError when it cannot be
 * started; the system's error when no working directory can be made.
 */
export async function runQuestion(
  executable: Executable,
  args: readonly string[],
  { env, sandbox, projectDirectory, timeout = 2_000, signal, onStart }: Settled,
  { maxOutput, extra, about = executable }: Question,
): Promise<ProgramAnswer> {
  const cwd = await mkdtemp(join(tmpdir(), 'atip-probe-'));
  const chunks: Uint8Array[] = [];
  try {
    const safe = { ...env, PATH: safeSearchPath(env, projectDirectory) };
    const plan = sandbox === 'off' ? undefined : await planQuestion(executable, cwd, safe, sandbox, about);
    onStart?.(args);
    const outcome = await executeCommand([executable.foundAs, ...args], {
      executable: executable.path,
      cwd,
      env: { ...childEnvironment(safe), ...extra },
      timeout,
      maxOutput,
      stopAtLimit: true,
      signal,
      wrap: plan?.wrap,
      onBytes: (stream, bytes) => {
        // The buffer belongs to the pipe and is reused.
        if (stream === 'stdout') chunks.push(Uint8Array.from(bytes));
      },
    });
    return { outcome, bytes: Buffer.concat(chunks), seen: plan?.seen };
  } finally {
    await removeLitter(cwd);
  }
}

function planQuestion(
  { path, foundAs }: Executable,
  cwd: string,
  env: Environment,
  sandbox: Sandbox,
  about: Executable,
): Promise<SandboxPlan> {
  if (!sandbox.status.available) throw new ExecutionError(`${foundAs} is not asked: no sandbox works here.`);
  const home = homeOf(env);
  const shown = findInstallation(about, env, resolveExisting(home) ?? home);
  return sandbox.plan({ executable: path, foundAs, cwd, home, effects: TO_ANSWER, writableRoots: [], shown });
}

/** Chooses the sandbox of a question: the caller's, one made here, or none for `off`. Otherwise returns a problem. */
export async function settleSandbox<Options extends Asking>(
  asking: Options,
): Promise<
  | { readonly settled: Settled<Options>; readonly problem?: undefined }
  | { readonly problem: string; readonly settled?: undefined }
> {
  const { env, sandbox: choice = () => createSandbox({ env }) } = asking;
  const sandbox = typeof choice === 'function' ? await choice() : choice;
  if (sandbox === 'off' || sandbox.status.available) return { settled: { ...asking, sandbox } };
  const why = sandbox.status.reason === undefined ? '' : ` ${sandbox.status.reason}`;
  return {
    problem: `No sandbox works here to ask it in.${why} With the sandbox off it runs with all your rights.`,
  };
}

/** Bytes of a path that leave room for one more name; systems allow at least 4,096, macOS 1,024. */
const MAX_PATH = 700;

/**
 * Removes a directory with locked or very deep content, which a program may leave; files that cannot be removed stay.
 */
export async function removeLitter(directory: string): Promise<void> {
  const remove = () => rm(directory, { recursive: true, force: true });
  const isLocked = await unlessRefusedLater(remove(), () => true);
  if (isLocked !== true) return;
  await unlessRefusedLater(unlock(directory), () => undefined);
  await unlessRefusedLater(remove(), () => undefined);
}

async function unlock(root: string): Promise<void> {
  const directories = [root];
  for (const directory of directories) {
    await chmod(directory, 0o700);
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const path = join(directory, entry.name);
      const isDeep = Buffer.byteLength(path) > MAX_PATH;
      const place = isDeep ? temporaryName(join(root, 'deep')) : path;
      if (isDeep) {
        await chmod(path, 0o700);
        await rename(path, place);
      }
      directories.push(place);
    }
  }
}
