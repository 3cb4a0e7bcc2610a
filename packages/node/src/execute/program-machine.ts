import { isAbsolute } from 'node:path';
import { ExecutionError, type RunOptions, type SandboxMode, type SandboxReport } from '@atip/core';
import { type Environment, toolEnvironment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { createExecutableIdentifier } from '../executables/executable-identity.ts';
import { type Executable, findExecutable, resolveExecutable } from '../executables/find-executable.ts';
import { heldDirectories, refuseHeld } from '../planted/held-directories.ts';
import { plantedNotes } from '../planted/watch-planted.ts';
import { executeCommand } from '../process/execute-command.ts';
import type { ExecuteOutcome } from '../process/launch-types.ts';
import { accountHome } from '../sandbox/known-places.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { type NetworkPorts, openRunNetwork, type RunNetwork } from '../network/run-network.ts';
import { hidePlaces } from './hide-places.ts';
import type { ProgramLocator } from './locate-program.ts';
import { safeSearchPath } from '../screening/path-directories.ts';
import type { Sandbox, SandboxPlan, SandboxStatus } from '../sandbox/sandbox.ts';

export type ToolOutcome = ExecuteOutcome & { readonly sandbox: SandboxReport };

export interface ToolMachineSettings {
  /** Ours: its PATH finds programs, and what of it the allow-list lets through reaches them. */
  readonly env: Environment;
  /** Made when a run first wants one. Absent: one is made, and tried out, then. */
  readonly sandbox?: () => Promise<Sandbox>;
  /** Directories that programs may change if their metadata says that they write. Absent: the working directory. */
  readonly writableRoots?: readonly string[];
  readonly variables?: Iterable<string>;
  /** How hosts that a rule allows are resolved and connected to. Absent: as this machine does. */
  readonly networkPorts?: NetworkPorts;
}

/** Finds programs and starts them, in a sandbox if their run wants one. */
export interface ToolMachine extends ProgramLocator {
  /** Why a program that has to be held cannot be; undefined: it can, or need not be. */
  sandboxProblem(mode: SandboxMode, network?: RunOptions['network']): Promise<string | undefined>;
  /**
   * Runs a program that was found.
   * @param argv as the program gets it; the first is where it was found
   * @throws ExecutionError when it has to be in a sandbox and none works here, and as `executeCommand`
   */
  run(
    argv: readonly string[],
    program: Executable,
    options: RunOptions & { readonly cwd: string },
  ): Promise<ToolOutcome>;
}

/**
 * Makes what finds and starts programs on this machine.
 * @throws ExecutionError when `variables` names one that would make programs run other code
 * @see ATIP 0.3 §6.1
 */
export function createToolMachine(settings: ToolMachineSettings): ToolMachine {
  const inOrder = createQueue();
  const sandbox = settings.sandbox ?? makeOnce(() => createSandbox({ env: settings.env }));
  const given = toolEnvironment(settings.env, settings.variables ?? []);
  // Where others can put programs, what the program starts by name is not looked for, nor its interpreter.
  const env = { ...given, PATH: safeSearchPath({ PATH: given['PATH'] }) };
  return {
    // One after the other: calls that are made at the same time are asked about in the order in which they were made.
    find: inOrder((name, found) =>
      found?.executable ? resolveExecutable(found.executable.foundAs) : findExecutable(name, settings.env),
    ),
    identify: inOrder(createExecutableIdentifier()),
    async sandboxProblem(mode, network) {
      if (network !== undefined && mode === 'off') return UNHELD_NETWORK;
      if (network !== undefined && !(await sandbox()).status.available) return UNHELD_NETWORK;
      return mode === 'required' ? problemOf((await sandbox()).status) : undefined;
    },
    async run(argv, program, options) {
      refuseHeld(await heldDirectories(xdgPaths(settings.env).state).list(), options.cwd, argv.slice(1));
      const { report, wrap, finish, network } = await holdProgram(program, options, { ...settings, sandbox });
      const running = executeCommand(argv, {
        ...{ ...options, env: { ...env, ...network?.variables }, executable: program.path },
        ...(wrap && { wrap }),
      });
      // Also what a run left that failed is found and moved aside.
      await running.catch(() => null);
      network?.close();
      const held = (await finish?.()) ?? report;
      const outcome = await running;
      const reached = network?.finish(held, outcome) ?? { report: held, notices: [] };
      const notices = [...noticesOf(held, options.cwd), ...reached.notices];
      return { ...outcome, sandbox: reached.report, ...(notices.length > 0 && { notices }) };
    },
  };
}

/** Makes functions that run one at a time, all of them in one line. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Args extends readonly unknown[], Result>(task: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      const turn = last.then(() => task(...args));
      last = turn.catch(() => undefined);
      return turn;
    };
}

/** Makes a sandbox when one is first wanted. One that failed is tried again: a disk that was full may not be. */
function makeOnce(make: () => Promise<Sandbox>): () => Promise<Sandbox> {
  let made: Promise<Sandbox> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Notes on files that a run left and others would run, without paths, for its model. The person sees the paths. */
function noticesOf({ planted }: SandboxReport, cwd: string): string[] {
  return planted ? plantedNotes(planted).map((note) => hidePlaces(note, [cwd])) : [];
}

function problemOf({ available, tested, reason = 'The one of this system was never tried.' }: SandboxStatus) {
  if (available && tested) return undefined;
  return `The program has to run in a sandbox, and none works here. ${reason} Or let it run without one: policy field "sandbox", "preferred".`;
}

const UNHELD_NETWORK =
  'The policy field "network" needs a sandbox, and this call would run without one. See `atip doctor`, or set "network" to "all".';

const NOT_HELD: SandboxReport = { applied: false, kind: 'none', network: true, writable: ['/'], notes: [] };

async function holdProgram(
  { path, foundAs }: Executable,
  { cwd, sandbox: mode = 'preferred', call, interactive, network: rule }: RunOptions & { readonly cwd: string },
  settings: ToolMachineSettings & Required<Pick<ToolMachineSettings, 'sandbox'>>,
): Promise<{ readonly report: SandboxReport; readonly network?: RunNetwork } & Partial<SandboxPlan>> {
  const wantsTerminal = mode === 'preferred' && interactive === 'tty';
  if (rule !== undefined && (mode === 'off' || wantsTerminal)) throw new ExecutionError(UNHELD_NETWORK);
  if (mode === 'off') return { report: { ...NOT_HELD, notes: ['The policy turns the sandbox off.'] } };
  if (wantsTerminal) {
    return { report: { ...NOT_HELD, notes: ['It wants a terminal, which a program in a sandbox cannot get here.'] } };
  }
  const sandbox = await settings.sandbox();
  const problem = mode === 'required' ? problemOf(sandbox.status) : undefined;
  if (problem !== undefined) throw new ExecutionError(problem);
  const { available, kind, reason = 'No sandbox works here.' } = sandbox.status;
  if (!available && rule !== undefined) throw new ExecutionError(UNHELD_NETWORK);
  if (!available) return { report: { ...NOT_HELD, notes: [reason] } };
  const { HOME = '' } = settings.env;
  const home = isAbsolute(HOME) ? HOME : (accountHome() ?? '/');
  const network = await openRunNetwork(rule, call?.mapping.effects ?? {}, kind, settings.networkPorts);
  const writableRoots = settings.writableRoots ?? [cwd];
  const command = call?.mapping.path ?? [];
  const { effects, proxy } = network;
  const request = { executable: path, foundAs, cwd, home, effects, writableRoots, command };
  try {
    return { ...(await sandbox.plan({ ...request, ...(proxy && { proxy }) })), network };
  } catch (error) {
    network.close();
    throw error;
  }
}
