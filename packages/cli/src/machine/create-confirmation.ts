import type { ConfirmationContext } from '@atip/core';
import { describeConfirmation, type LocateProgram } from '@atip/node';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT } from '../exit-code.ts';
import { createPaint } from '../terminal/create-paint.ts';

export interface ConfirmationSettings {
  /** Answers every question with yes. */
  readonly yes: boolean;
  readonly cwd: string;
  readonly locate: LocateProgram;
  /** Why the call could not be run whatever the answer is. */
  readonly problem: string | undefined;
}

/**
 * Makes what asks a person before a call runs; `undefined` where nobody is there and nobody has answered in advance.
 *
 * Only the word `yes` is a yes.
 */
export function createConfirmation(
  host: CliHost,
  { yes, cwd, locate, problem }: ConfirmationSettings,
): ((context: ConfirmationContext) => Promise<boolean>) | undefined {
  const { ask, stderr, signal } = host;
  if (!yes && !ask) return undefined;
  return async (context) => {
    // Nobody is asked about what cannot run.
    if (problem !== undefined) throw new CliError(EXIT.refused, `Nothing was run. ${problem}`);
    if (yes || !ask) return true;
    const program = await locate(context.mapping.tool.name);
    if (program === null)
      throw new CliError(EXIT.io, `Nothing was run. ${context.mapping.tool.name} is not on the PATH.`);
    const { mapping, argv, reasons } = context;
    const question = { command: mapping.command.join(' '), program: program.path, argv, cwd, reasons };
    const [title = '', ...lines] = describeConfirmation({ ...question, effects: mapping.effects });
    stderr.write(`${[createPaint(stderr, host.env)('bold', title), ...lines].join('\n')}\n`);
    try {
      return (await ask('Type yes to run it: ')) === 'yes';
    } catch (cause) {
      // What a terminal gives for Ctrl+C and Ctrl+D.
      const isLeft = cause instanceof Error && cause.name === 'AbortError';
      if (!signal.aborted && !isLeft) throw cause;
      throw new CliError(EXIT.refused, 'Nothing was run. No answer came.', { cause });
    }
  };
}
