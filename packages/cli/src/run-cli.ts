import { stripTerminalSequences } from '@atip/core/internal';
import { CommanderError } from 'commander';
import type { CliHost } from './cli-host.ts';
import { CliError, EXIT, type ExitCode } from './exit-code.ts';
import { createProgram } from './program.ts';
import { OutputError } from './terminal/watch-outputs.ts';

/**
 * Runs the command line once: data on stdout, everything else on stderr.
 *
 * @returns what the process ends with; see `EXIT`. Never rejects.
 * @example
 * const code = await runCli({
 *   args: ['validate', 'tool.json'],
 *   cwd: process.cwd(),
 *   env: process.env,
 *   stdin: process.stdin,
 *   stdout: process.stdout,
 *   stderr: process.stderr,
 *   signal: AbortSignal.timeout(10_000),
 * });
 */
export async function runCli(host: CliHost): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = createProgram({
    host,
    end: (ended) => {
      code = ended;
    },
  });
  try {
    const { args } = host;
    const isKnown = args.some((word) => program.root.commands.some((command) => command.name() === word));
    // The help of the root shows what each command takes, and --agent describes all of them.
    await program.define(isKnown && !args.includes('--agent') ? args : 'all');
    await program.root.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, host);
  }
}

function explain(error: unknown, { stderr, signal }: CliHost): ExitCode {
  // Commander has already said what is wrong, or shown what was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof CliError) {
    // A reader such as `head` has seen enough: it stopped the command on purpose.
    if (signal.reason instanceof OutputError && signal.reason.isReaderGone) return error.exitCode;
    stderr.write(`atip: ${stripTerminalSequences(error.message)}\n`);
    return error.exitCode;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(`atip: something went wrong that should not have:\n${stripTerminalSequences(text)}\n`);
  return EXIT.io;
}
