import {
  childEnvironment,
  createExecutableIdentifier,
  discoverCommands,
  type Environment,
  findExecutable,
  resolveExecutable,
  runProgram,
  type Sandbox,
  scanTools,
} from '@atip/node';
import type { CompanionPorts } from '../companion-ports.ts';
import { projectDirectory } from './project-directory.ts';

/** The ports behind which programs are looked for, asked and run, and the time of day. */
export type MachinePorts = Pick<CompanionPorts, 'scan' | 'loadCommands' | 'locate' | 'identify' | 'run' | 'now'>;

/** @param cwd directory in which calls run, absolute; programs in it are passed over when tools are looked for. */
export function machinePorts(cwd: string, env: Environment, sandbox: Sandbox): MachinePorts {
  const project = projectDirectory(cwd, env);
  return {
    scan: (scan) => scanTools({ env, sandbox, ...scan, ...(project !== undefined && { projectDirectory: project }) }),
    loadCommands: (name, commands) => discoverCommands(name, commands, { env, sandbox, projectDirectory: project }),
    locate: ({ tool, executable }) =>
      executable ? resolveExecutable(executable.foundAs) : findExecutable(tool.name, env),
    identify: createExecutableIdentifier(),
    run: runIn(env, sandbox),
    now: () => Date.now(),
  };
}

/** Runs programs of an environment, held as each run says. */
function runIn(env: Environment, sandbox: Sandbox): CompanionPorts['run'] {
  return (argv, options) => {
    const program = { path: options.executable, foundAs: argv[0] ?? options.executable };
    const run = { ...options, env: childEnvironment(env) };
    return runProgram(argv, program, run, { env, sandbox: async () => sandbox });
  };
}
