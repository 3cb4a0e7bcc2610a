import { createResultFilter } from '@atip/core';
import type { AddCommand } from '../add-command.ts';
import { readChunks } from '../documents/read-chunks.ts';
import { writeText } from '../documents/write-text.ts';

/** `atip filter [FILE]`: what can be released of each chunk is written before the next one is read. */
export const addFilter: AddCommand = (program, { host }) => {
  program
    .command('filter')
    .description('redact secrets, and take terminal sequences out, as a stream')
    .argument('[file]', 'text to filter; - reads standard input', '-')
    .action(async (file: string) => {
      const { stdout, signal } = host;
      // The cut is for one result on its way to a model; a stream has no end that could be foreseen.
      const filter = createResultFilter([], { maxLength: Number.MAX_SAFE_INTEGER }).stream();
      // Bytes that are no UTF-8 become U+FFFD: a log with one bad byte is still a log.
      const decoder = new TextDecoder('utf-8');
      for await (const chunk of readChunks(file, host)) {
        await writeText(stdout, filter.push(decoder.decode(chunk, { stream: true })), signal);
      }
      await writeText(stdout, filter.push(decoder.decode()) + filter.end(), signal);
    });
};
