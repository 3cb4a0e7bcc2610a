import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MAX_SOURCE_LENGTH } from '@atip/core';
import { CliError } from './cli-error.ts';
import type { CliHost } from './cli-host.ts';
import { EXIT } from './exit-code.ts';

/** A document's text and what to call it in messages. */
export interface Source {
  /** As it was named; `<stdin>` for `-`. */
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws CliError `io` when it cannot be read, `invalid` when it is no UTF-8 or larger than 4 MiB
 */
export async function readSource(file: string, host: CliHost): Promise<Source> {
  const name = file === '-' ? '<stdin>' : file;
  const bytes = file === '-' ? await readInput(host) : await readBytes(file, host);
  if (bytes.byteLength > MAX_SOURCE_LENGTH) {
    throw new CliError(EXIT.invalid, `${name} is larger than ${MAX_SOURCE_LENGTH} bytes.`);
  }
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (cause) {
    throw new CliError(EXIT.invalid, `${name} is not valid UTF-8.`, { cause });
  }
}

async function readBytes(file: string, host: CliHost): Promise<Uint8Array> {
  try {
    return await readFile(resolve(host.cwd, file));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new CliError(EXIT.io, `${file} cannot be read (${code}).`, { cause });
  }
}

async function readInput({ stdin }: CliHost): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.byteLength;
    chunks.push(chunk);
    // More is not read than shows that it is too much.
    if (size > MAX_SOURCE_LENGTH) break;
  }
  return Buffer.concat(chunks);
}
