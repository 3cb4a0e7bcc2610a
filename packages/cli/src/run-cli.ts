import { stripTerminalSequences } from '@atip/core';
import { CommanderError } from 'commander';
import { CliError } from './cli-error.ts';
import type { CliHost } from './cli-host.ts';
import { createProgram } from './create-program.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { OutputError } from './terminal/output-error.ts';

/**
 * Runs the command line once: data on stdout, everything else on stderr.
 *
 * @returns what the process ends with; see `EXIT`. Never rejects.
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
    await program.parseAsync([...host.args], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, host);
  }
}

function explain(error: unknown, { stderr, signal }: CliHost): ExitCode {
  // It has said what is wrong, or shown what was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof CliError) {
    // That it was stopped before its end is what such a reader wants.
    if (signal.reason instanceof OutputError && signal.reason.isReaderGone) return error.exitCode;
    stderr.write(`atip: ${stripTerminalSequences(error.message)}\n`);
    return error.exitCode;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(`atip: something went wrong that should not have:\n${stripTerminalSequences(text)}\n`);
  return EXIT.io;
}
