import { ExecutionError, type Run, type RunOptions } from '@atip/core';
import type { FoundTool } from '../documents/tool-document.ts';
import { toolEnvironment } from '../environment/tool-environment.ts';
import { createExecutableIdentifier, type IdentifyExecutable } from '../executables/executable-identity.ts';
import { type Executable, findExecutable } from '../executables/find-executable.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { type RunProgramSettings, runProgram, type ToolOutcome } from './run-program.ts';

export interface ToolRunSettings extends RunProgramSettings {
  /** Tools that were discovered: their programs are run where they were found, and only as they were then. */
  readonly found?: readonly FoundTool[];
  /** Variables that tools may have besides the allow-list. */
  readonly variables?: Iterable<string>;
  /** Waits before a run, for example for a place. Absent: each runs at once. */
  readonly inTurn?: (run: () => Promise<ToolOutcome>) => Promise<ToolOutcome>;
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
  const { inTurn = (run) => run() } = settings;
  return async (argv, options) => {
    const [name = '', ...rest] = argv;
    const seen: { program?: LocatedProgram | null } = {};
    const running = inTurn(async () => {
      const program = await locate(name).catch(asExecutionError);
      seen.program = program;
      if (program === null) throw new ExecutionError(`No executable called ${JSON.stringify(name)} is on the PATH.`);
      checkDigest(options, program);
      const cwd = options.cwd ?? currentDirectory();
      return runProgram([program.foundAs, ...rest], program, { ...options, cwd, env }, settings);
    });
    const end = await running.then(
      (outcome) => ({ outcome }),
      (error: unknown) => ({ error }),
    );
    const { program } = seen;
    const about = program && { executable: { path: program.path, foundAs: program.foundAs }, hash: program.hash };
    await settings.onEnd?.({ argv, options, executable: null, ...about, ...end });
    // Of a run that failed it is the failure.
    return running;
  };
}

/** A program that may be run but not read, for example, has no digest to be known by. */
function asExecutionError(error: unknown): never {
  const code = error instanceof ExecutionError ? undefined : systemErrorCode(error);
  if (code === undefined) throw error;
  const reason = `${describeSystemError(code)} (${code})`;
  throw new ExecutionError(`The program cannot be looked at: ${reason}. Its digest has to be known before it runs.`, {
    cause: error,
  });
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new ExecutionError('The current directory was removed. Name the one to run in.', { cause });
  }
}

/** Metadata can name the one program that it was written for. @see ATIP 0.3 §3.2.2, §11.1 */
function checkDigest({ call }: RunOptions, { path, hash }: LocatedProgram): void {
  const checksum = call?.mapping.tool.trust?.checksum;
  if (checksum === undefined || checksum.toLowerCase() === hash) return;
  throw new ExecutionError(
    `${path} is not the program that its metadata was written for: the metadata names another digest. Discover it again, or get metadata for this version.`,
  );
}
