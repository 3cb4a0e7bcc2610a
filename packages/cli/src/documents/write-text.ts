import { type EventEmitter, once } from 'node:events';
import { CliError } from '../cli-error.ts';
import type { CliHost, CliOutput } from '../cli-host.ts';
import { EXIT } from '../exit-code.ts';

/**
 * Writes a text, then waits until the output takes more, where it can say so.
 *
 * @throws CliError `io` once the process is asked to end, since a reader that stopped reading may never go on
 */
export async function writeText(output: CliOutput, text: string, signal: CliHost['signal']): Promise<void> {
  if (text === '' || output.write(text) !== false || !isEmitter(output)) return;
  try {
    await once(output, 'drain', { signal });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new CliError(EXIT.io, 'Stopped before all was written.', { cause });
  }
}

function isEmitter(output: CliOutput): output is CliOutput & EventEmitter {
  return 'once' in output && typeof output.once === 'function';
}
