import { type EventEmitter, once } from 'node:events';
import { createResultFilter } from '@atip/core';
import { patternsOf } from '@atip/node/internal';
import { readSettings, warnOfConfiguration } from '../tools/call-settings.ts';
import { type CliHost, type CliOutput, type DefineCommand, CliError, EXIT } from '../cli-host.ts';
import { readChunks } from '../documents/read-source.ts';

/** `atip filter [FILE]`: writes what it can release of each chunk before it reads the next one. */
export const defineFilter: DefineCommand = (command, { host }) => {
  command.argument('[file]', 'text to filter; - reads standard input', '-').action(async (file: string) => {
    const { stdout, signal } = host;
    const configuration = await readSettings(undefined, host.cwd, host);
    // A project's patterns that do not count leave secrets in the text.
    warnOfConfiguration(configuration, host);
    const redactPatterns = patternsOf(configuration.settings);
    // The length limit is for one result on its way to a model; a stream has no known end.
    const filter = createResultFilter([], { redactPatterns, maxLength: Number.MAX_SAFE_INTEGER }).stream();
    // Invalid UTF-8 becomes U+FFFD: a log with one bad byte is still a log.
    const decoder = new TextDecoder('utf-8');
    for await (const chunk of readChunks(file, host)) {
      await writeText(stdout, filter.push(decoder.decode(chunk, { stream: true })), signal);
    }
    await writeText(stdout, filter.push(decoder.decode()) + filter.end(), signal);
  });
};

/** Writes a text, then waits until the output takes more. @throws CliError `io` once the process is asked to end */
async function writeText(output: CliOutput, text: string, signal: CliHost['signal']): Promise<void> {
  if (text === '' || output.write(text) !== false || !isEmitter(output)) return;
  try {
    await once(output, 'drain', { signal });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new CliError(EXIT.io, 'Stopped before everything was written.', { cause });
  }
}

function isEmitter(output: CliOutput): output is CliOutput & EventEmitter {
  return 'once' in output && typeof output.once === 'function';
}
