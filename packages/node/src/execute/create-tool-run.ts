import { homedir } from 'node:os';
import { ExecutionError, type Run, type RunOptions, type SandboxReport } from '@atip/core';
import type { FoundTool } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { toolEnvironment } from '../environment/tool-environment.ts';
import { createExecutableIdentifier, type IdentifyExecutable } from '../executables/executable-identity.ts';
import { type Executable, findExecutable } from '../executables/find-executable.ts';
import { executeCommand } from '../process/execute-command.ts';
import type { ExecuteOutcome } from '../process/execute-options.ts';
import type { WrapLaunch } from '../process/launch.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** A run together with what held it and how much it wrote. */
export type ToolOutcome = ExecuteOutcome & { readonly sandbox: SandboxReport };

export interface ToolRunSettings {
  /** Its PATH finds programs, and what of it the allow-list lets through reaches them. */
  readonly env: Environment;
  /** Tools that were discovered: their programs are run where they were found, and only as they were then. */
  readonly found?: readonly FoundTool[];
  /** Variables that tools may have besides the allow-list. */
  readonly variables?: Iterable<string>;
  /** Made when a run first wants one. */
  readonly sandbox: () => Promise<Sandbox>;
  /** Directories that programs may change if their metadata says that they write. Absent: the working directory. */
  readonly writableRoots?: readonly string[];
  /** Is told how each run ended, also one that could not be started. */
  readonly onEnd?: (end: ToolRunEnd) => Promise<void>;
}

export interface ToolRunEnd {
  readonly argv: readonly string[];
  readonly options: RunOptions;
  readonly executable: Executable | null;
  readonly hash?: string;
  readonly outcome?: ToolOutcome;
  readonly error?: unknown;
}

/** A program as it is now. */
export interface LocatedProgram extends Executable {
  readonly hash: `sha256:${string}`;
}

/** Finds the program of a tool by name. */
export type LocateProgram = (name: string) => Promise<LocatedProgram | null>;

/**
 * Makes a function that finds a tool's program: where it was discovered, else on the PATH.
 *
 * The function throws ExecutionError when the program is not the one that was discovered.
 */
export function createProgramLocator(settings: Pick<ToolRunSettings, 'env' | 'found'>): LocateProgram {
  const identify: IdentifyExecutable = createExecutableIdentifier();
  return async (name) => {
    const known = settings.found?.find(({ tool }) => tool.name === name)?.executable;
    const executable = known ?? (await findExecutable(name, settings.env));
    if (executable === null) return null;
    const { hash } = await identify(executable.path);
    if (known !== undefined && known.hash !== hash) {
      throw new ExecutionError(`${executable.path} was replaced since it was discovered. Discover it again.`);
    }
    return { path: executable.path, foundAs: executable.foundAs, hash };
  };
}

/**
 * Makes core's `run`: the program is found, held by a sandbox as far as the run wants one, and run.
 *
 * @throws ExecutionError from the run when there is no such program, when it was replaced since it was discovered, and when
 * it has to be in a sandbox and none works here
 * @see ATIP 0.3 §6.1
 */
export function createToolRun(settings: ToolRunSettings): Run {
  const env = toolEnvironment(settings.env, settings.variables ?? []);
  const locate = createProgramLocator(settings);
  return async (argv, options) => {
    const [name = '', ...rest] = argv;
    const program = await locate(name);
    if (program === null) throw new ExecutionError(`No executable called ${JSON.stringify(name)} is on the PATH.`);
    const { path, foundAs, hash } = program;
    const cwd = options.cwd ?? process.cwd();
    const about = { argv, options, executable: { path, foundAs }, hash };
    checkDigest(options, program);
    const running = run([foundAs, ...rest], program, { ...options, cwd }, settings, env);
    const end = await running.then(
      (outcome) => ({ outcome }),
      (error: unknown) => ({ error }),
    );
    await settings.onEnd?.({ ...about, ...end });
    // Of a run that failed it is the failure.
    return running;
  };
}

/** Metadata can name the one program that it was written for. @see ATIP 0.3 §3.2.2, §11.1 */
function checkDigest({ call }: RunOptions, { path, hash }: LocatedProgram): void {
  const checksum = call?.mapping.tool.trust?.checksum;
  if (checksum === undefined || checksum.toLowerCase() === hash) return;
  throw new ExecutionError(
    `${path} is not the program that its metadata was written for: the metadata names another digest. Discover it again, or get metadata for this version.`,
  );
}

async function run(
  argv: readonly string[],
  program: Executable,
  options: RunOptions & { readonly cwd: string },
  settings: ToolRunSettings,
  env: Readonly<Record<string, string>>,
): Promise<ToolOutcome> {
  const { report, wrap } = await holdProgram(program, options, settings);
  const outcome = await executeCommand(argv, { ...options, executable: program.path, env, ...(wrap && { wrap }) });
  return { ...outcome, sandbox: report };
}

const NOT_HELD: SandboxReport = { applied: false, kind: 'none', network: true, writable: ['/'], notes: [] };

async function holdProgram(
  { path, foundAs }: Executable,
  { cwd, sandbox: mode = 'preferred', call, interactive }: RunOptions & { readonly cwd: string },
  settings: ToolRunSettings,
): Promise<{ readonly report: SandboxReport; readonly wrap?: WrapLaunch }> {
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
  const home = settings.env.HOME ?? homedir();
  const effects = call?.mapping.effects ?? {};
  const writableRoots = settings.writableRoots ?? [cwd];
  return sandbox.plan({ executable: path, foundAs, cwd, home, effects, writableRoots });
}
