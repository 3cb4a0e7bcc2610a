import type { Command } from 'commander';
import type { CliHost } from './cli-host.ts';
import type { ExitCode } from './exit-code.ts';

/** What a command is given besides its arguments. */
export interface CommandContext {
  readonly host: CliHost;
  /** Sets what the process ends with. */
  end(code: ExitCode): void;
}

/** Adds one command to the program. */
export type AddCommand = (program: Command, context: CommandContext) => void;
