import { isAbsolute } from 'node:path';
import { ExecutionError, type RunOptions, type SandboxReport } from '@atip/core';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import type { Executable } from '../executables/find-executable.ts';
import { heldDirectories, refuseHeld } from '../planted/held-directories.ts';
import { executeCommand } from '../process/execute-command.ts';
import type { ExecuteOutcome } from '../process/execute-options.ts';
import { accountHome } from '../sandbox/account-home.ts';
import { safeSearchPath } from '../screening/safe-search-path.ts';
import type { Sandbox, SandboxPlan } from '../sandbox/sandbox.ts';

/** A run together with what held it and how much it wrote. */
export type ToolOutcome = ExecuteOutcome & { readonly sandbox: SandboxReport };

export interface RunProgramSettings {
  /** Ours: its PATH finds programs, and what of it the allow-list lets through reaches them. */
  readonly env: Environment;
  /** Made when a run first wants one. */
  readonly sandbox: () => Promise<Sandbox>;
  /** Directories that programs may change if their metadata says that they write. Absent: the working directory. */
  readonly writableRoots?: readonly string[];
}

export interface RunProgramOptions extends RunOptions {
  /** Absolute. */
  readonly cwd: string;
  /** The program's whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a program that was found, held by a sandbox as far as its run wants one.
 *
 * @param argv as the program gets it; the first is where it was found
 * @throws ExecutionError when it has to be in a sandbox and none works here, when it would run in a directory that is held,
 * and as `executeCommand`
 * @see ATIP 0.3 §6.1
 */
export async function runProgram(
  argv: readonly string[],
  program: Executable,
  options: RunProgramOptions,
  settings: RunProgramSettings,
): Promise<ToolOutcome> {
  refuseHeld(await heldDirectories(xdgPaths(settings.env).state).list(), options.cwd, argv.slice(1));
  const { report, wrap, finish } = await holdProgram(program, options, settings);
  // Where others can put programs, what the program starts by name is not looked for, nor its interpreter.
  const env = { ...options.env, PATH: safeSearchPath({ PATH: options.env['PATH'] }) };
  const running = executeCommand(argv, { ...options, env, executable: program.path, ...(wrap && { wrap }) });
  // Also what a run left that failed is found and moved aside.
  await running.catch(() => null);
  const sandbox = (await finish?.()) ?? report;
  return { ...(await running), sandbox };
}

const NOT_HELD: SandboxReport = { applied: false, kind: 'none', network: true, writable: ['/'], notes: [] };

async function holdProgram(
  { path, foundAs }: Executable,
  { cwd, sandbox: mode = 'preferred', call, interactive }: RunProgramOptions,
  settings: RunProgramSettings,
): Promise<{ readonly report: SandboxReport } & Partial<SandboxPlan>> {
  if (mode === 'off') return { report: { ...NOT_HELD, notes: ['The policy turns the sandbox off.'] } };
  if (mode === 'preferred' && interactive === 'tty') {
    return { report: { ...NOT_HELD, notes: ['It wants a terminal, which a program in a sandbox cannot get here.'] } };
  }
  const sandbox = await settings.sandbox();
  const { available, tested, reason = 'The one of this system was never tried.' } = sandbox.status;
  if (mode === 'required' && !(available && tested)) {
    throw new ExecutionError(
      `The program has to run in a sandbox, and there is none. ${reason} Or let it run without one: policy field "sandbox", "preferred".`,
    );
  }
  if (!available) return { report: { ...NOT_HELD, notes: [reason] } };
  const { HOME = '' } = settings.env;
  const home = isAbsolute(HOME) ? HOME : (accountHome() ?? '/');
  const effects = call?.mapping.effects ?? {};
  const writableRoots = settings.writableRoots ?? [cwd];
  const command = call?.mapping.path ?? [];
  return sandbox.plan({ executable: path, foundAs, cwd, home, effects, writableRoots, command });
}
