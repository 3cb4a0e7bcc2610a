import { MAX_SOURCE_LENGTH } from '@atip/core';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { readChunks } from './read-chunks.ts';
import { EXIT } from '../exit-code.ts';

/** A document's text and what to call it in messages. */
export interface Source {
  /** As it was named; `<stdin>` for `-`. */
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a file, or standard input for `-`. A byte order mark at the start is no part of the text.
 *
 * @throws CliError `io` when it cannot be read, `invalid` when it is no UTF-8 or larger than 4 MiB
 */
export async function readSource(file: string, host: CliHost): Promise<Source> {
  const name = file === '-' ? '<stdin>' : file;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(file, host)) {
    size += chunk.byteLength;
    // More is not read than shows that it is too much.
    if (size > MAX_SOURCE_LENGTH) {
      throw new CliError(EXIT.invalid, `${name} is larger than ${MAX_SOURCE_LENGTH} bytes.`);
    }
    chunks.push(chunk);
  }
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch (cause) {
    throw new CliError(EXIT.invalid, `${name} is not valid UTF-8.`, { cause });
  }
}
