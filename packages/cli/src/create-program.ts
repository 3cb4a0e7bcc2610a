import { Command } from 'commander';
import type { AddCommand, CommandContext } from './add-command.ts';
import { addMcp } from './commands/mcp.ts';
import { addValidate } from './commands/validate.ts';
import { VERSION } from './version.ts';

/** In the order in which the help shows them. */
const COMMANDS: readonly AddCommand[] = [addValidate, addMcp];

/** Builds the whole command line; nothing runs until it is told to parse. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('atip')
    .description('Validate, compile, discover and safely run command-line tools for AI agents.')
    .version(VERSION, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.host.stdout.write(text),
      writeErr: (text) => context.host.stderr.write(text),
      getOutHelpWidth: () => context.host.stdout.columns ?? 80,
      getErrHelpWidth: () => context.host.stderr.columns ?? 80,
    })
    .showHelpAfterError('(run with --help for what it takes)');
  for (const add of COMMANDS) add(program, context);
  return program;
}
