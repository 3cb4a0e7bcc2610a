import { type CallQuestion, describeConfirmation } from '@atip/node';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT } from '../exit-code.ts';
import { createPaint } from '../terminal/create-paint.ts';

/**
 * Makes what asks a person before a call runs; `undefined` where nobody is there and nobody has answered in advance.
 *
 * Only the word `yes` is a yes.
 *
 * @param yes answers every question with yes
 */
export function createConfirmation(
  { ask, stderr, signal, env }: CliHost,
  yes: boolean,
): ((question: CallQuestion) => Promise<boolean>) | undefined {
  if (yes) return async () => true;
  if (!ask) return undefined;
  return async (question) => {
    const [title = '', ...lines] = describeConfirmation(question);
    stderr.write(`${[createPaint(stderr, env)('bold', title), ...lines].join('\n')}\n`);
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
