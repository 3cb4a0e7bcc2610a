import { createToolMachine, discoverCommands, type Environment, type Sandbox, scanTools } from '@atip/node';
import type { CompanionPorts } from '../ports/companion-ports.ts';
import { projectDirectory } from './project-directory.ts';

/** The ports behind which programs are looked for, asked and run, and the time of day. */
export type MachinePorts = Pick<CompanionPorts, 'scan' | 'loadCommands' | 'machine' | 'now'>;

export interface MachineSettings {
  /** Directory in which calls run, absolute; programs in it are passed over when tools are looked for. */
  readonly cwd: string;
  readonly env: Environment;
  /** Absolute paths of what programs may change if their metadata says that they write. Absent: `cwd`. */
  readonly writableRoots?: readonly string[];
}

export function machinePorts({ cwd, env, writableRoots }: MachineSettings, sandbox: Sandbox): MachinePorts {
  const project = projectDirectory(cwd, env);
  return {
    scan: (scan) => scanTools({ env, sandbox, ...scan, ...(project !== undefined && { projectDirectory: project }) }),
    loadCommands: (name, commands) => discoverCommands(name, commands, { env, sandbox, projectDirectory: project }),
    machine: createToolMachine({ env, sandbox: async () => sandbox, ...(writableRoots && { writableRoots }) }),
    now: () => Date.now(),
  };
}
