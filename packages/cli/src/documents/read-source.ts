import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { type AtipTool, checkTool, type Issue, parseTool } from '@atip/core';
import { readJson, MAX_SOURCE_LENGTH } from '@atip/core/internal';
import { fromCanonical, isCanonical } from '@atip/importers';
import { readBoundedFile } from '@atip/node/internal';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';

export interface InputFile {
  /** Name on the command line; `<stdin>` for `-`. */
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a file, or standard input for `-`, without a byte order mark.
 * @throws CliError `io` when it cannot be read, `invalid` when it is not UTF-8 or larger than 4 MiB
 */
export async function readSource(file: string, host: CliHost): Promise<InputFile> {
  const name = file === '-' ? '<stdin>' : file;
  const bytes = await readBytes(file, name, MAX_SOURCE_LENGTH, host);
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (cause) {
    throw new CliError(EXIT.invalid, `${name} is not valid UTF-8.`, { cause });
  }
}

/** Reads all bytes of a file, or of standard input for `-`. @throws CliError `io`, and `invalid` for more than a number of bytes */
export async function readBytes(file: string, name: string, maxBytes: number, host: CliHost): Promise<Uint8Array> {
  const tooLarge = () => new CliError(EXIT.invalid, `${name} is larger than ${maxBytes} bytes.`);
  const whole = file === '-' || host.signal.aborted ? undefined : await readWhole(resolve(host.cwd, file), maxBytes);
  if (whole?.refused === 'too-large') throw tooLarge();
  if (whole?.bytes) return whole.bytes;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(file, host)) {
    size += chunk.byteLength;
    // Read one byte more than the limit, which shows that it is exceeded.
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A stream of a small file takes longer than the rest of a command; it is for pipes, and says what is wrong. A pipe is opened only
 * once, because its writer loses its text when the first reader closes.
 */
async function readWhole(
  path: string,
  maxBytes: number,
): Promise<Awaited<ReturnType<typeof readBoundedFile>> | undefined> {
  try {
    return statSync(path).isFile() ? await readBoundedFile(path, maxBytes) : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/**
 * Yields the bytes of a file, or of standard input for `-`, on demand.
 * @throws CliError `io` when they cannot be read, or once the process is asked to end
 */
export async function* readChunks(
  file: string,
  { cwd, stdin, signal }: Pick<CliHost, 'cwd' | 'stdin' | 'signal'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = file === '-' ? toReadable(stdin) : createReadStream(resolve(cwd, file));
  // A terminal may stay silent for ever, so the wait must be abortable.
  addAbortSignal(signal, stream);
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (cause) {
    if (signal.aborted) throw new CliError(EXIT.io, 'Stopped before everything was read.', { cause });
    const name = file === '-' ? 'Standard input' : file;
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new CliError(EXIT.io, `${name} cannot be read${reasonOf(String(cause.code))}.`, { cause });
  }
}

/** Explains the error codes of a mistyped name. */
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

/** Reads a document or a canonical tool; lists errors of its shape and warnings about its meaning together. */
export function documentIssues(text: string): { readonly tool?: AtipTool; readonly issues: readonly Issue[] } {
  const { root } = readJson(text);
  if (isCanonical(root?.value)) {
    const { tool, issues } = fromCanonical(root?.value);
    return issues.some(({ severity }) => severity === 'error') ? { issues } : { tool, issues };
  }
  const { tool, issues } = parseTool(text);
  if (tool === undefined) return { issues };
  const all = [...issues, ...checkTool(tool, text)];
  return { tool, issues: all.sort((one, other) => offsetOf(one) - offsetOf(other)) };
}

function offsetOf({ range }: Issue): number {
  return range?.start.offset ?? 0;
}
