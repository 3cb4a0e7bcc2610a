import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { CliError } from '../cli-error.ts';
import type { CliHost } from '../cli-host.ts';
import { EXIT } from '../exit-code.ts';

/**
 * Gives the bytes of a file, or of standard input for `-`, as they are asked for; the file is closed when the reader leaves.
 *
 * @throws CliError `io` when they cannot be read, or once the process is asked to end
 */
export async function* readChunks(
  file: string,
  { cwd, stdin, signal }: Pick<CliHost, 'cwd' | 'stdin' | 'signal'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = file === '-' ? toReadable(stdin) : createReadStream(resolve(cwd, file));
  // A terminal on the other end may never say anything more, so waiting for it has to end by itself.
  addAbortSignal(signal, stream);
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (cause) {
    if (signal.aborted) throw new CliError(EXIT.io, 'Stopped before all was read.', { cause });
    const name = file === '-' ? 'Standard input' : file;
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new CliError(EXIT.io, `${name} cannot be read${reasonOf(String(cause.code))}.`, { cause });
  }
}

/** What the codes mean that a mistyped name leads to; others speak for themselves. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'this user may not read it',
};

function reasonOf(code: string): string {
  const reason = REASONS[code];
  return reason === undefined ? ` (${code})` : `: ${reason} (${code})`;
}

function toReadable(stdin: CliHost['stdin']): Readable {
  return stdin instanceof Readable ? stdin : Readable.from(stdin);
}
