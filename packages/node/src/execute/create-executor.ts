import {
  createExecutor as createPureExecutor,
  ExecutionError,
  type Executor,
  type ExecutorConfig,
  type Run,
} from '@atip/core';
import { childEnvironment, type Environment } from '../environment/child-environment.ts';
import { executeCommand } from '../process/execute-command.ts';
import { findExecutable } from '../executables/find-executable.ts';

/**
 * Builds core's executor with processes: a command's first word is looked up on the PATH and run.
 *
 * @param config as core has it; `run` replaces ours.
 * @see ATIP 0.3 §6
 */
export function createExecutor(config: ExecutorConfig): Executor {
  return createPureExecutor({ run: createPathRun(process.env), ...config });
}

/**
 * Makes core's `run` out of an environment: its PATH finds the executable, its allow-listed part reaches the child.
 *
 * @throws ExecutionError from the run when no executable of that name is on the PATH.
 */
export function createPathRun(env: Environment): Run {
  return async (argv, options) => {
    const [name = '', ...rest] = argv;
    const executable = await findExecutable(name, env);
    if (executable === null) throw new ExecutionError(`No executable called ${JSON.stringify(name)} is on the PATH.`);
    const { path, foundAs } = executable;
    return executeCommand([foundAs, ...rest], { ...options, executable: path, env: childEnvironment(env) });
  };
}
