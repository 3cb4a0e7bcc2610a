import {
  type Stats,
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { allowedOr, describeSystemError, systemErrorCode } from './system-error.ts';

/** Do not wait for a pipe. Absent on Windows. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Absent on Windows. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** `not-a-file`: a directory, a device or a pipe; `too-large`: more bytes than allowed. */
type BoundedReading =
  | { readonly bytes: Uint8Array; readonly refused?: undefined }
  | { readonly refused: 'not-a-file' | 'too-large'; readonly bytes?: undefined };

/**
 * Reads a regular file whole, up to a number of bytes. Synchronous inside: through the thread pool a small file takes
 * five times as long.
 * @param onStats called with the opened file's stats before reading; its error ends the reading
 * @param links a symbolic link at the path itself is followed, or refused with `ELOOP` (on FreeBSD `EMLINK`)
 * @throws the system's error, such as `ENOENT`
 */
export async function readBoundedFile(
  path: string,
  maxBytes: number,
  links: 'followed' | 'refused' = 'followed',
  onStats: (stats: Stats) => void = () => undefined,
): Promise<BoundedReading> {
  const file = openSync(path, links === 'refused' ? OPEN_FLAGS | NO_LINK : OPEN_FLAGS);
  try {
    const stats = fstatSync(file);
    onStats(stats);
    if (!stats.isFile()) return { refused: 'not-a-file' };
    const chunks: Uint8Array[] = [];
    let size = 0;
    // The limit counts the bytes read, because a file can grow meanwhile; the last chunk is empty.
    for (let chunk = readChunk(file, stats.size + 1); chunk.length > 0; chunk = readChunk(file, MAX_START)) {
      size += chunk.length;
      if (size > maxBytes) return { refused: 'too-large' };
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks) };
  } finally {
    closeSync(file);
  }
}

type TextReading =
  | { readonly text: string; readonly bytes: Uint8Array; readonly problem?: undefined; readonly reason?: undefined }
  | {
      readonly problem: 'missing' | 'symlink' | 'not-a-file' | 'too-large' | 'not-utf8' | 'unreadable';
      /** A sentence about the file. */
      readonly reason: string;
      readonly text?: undefined;
    };

/** Reads a text file, in UTF-8, like `readBoundedFile`; every error of the system is a problem. */
export async function readText(
  path: string,
  maxBytes: number,
  links: 'followed' | 'refused' = 'followed',
  onStats?: (stats: Stats) => void,
): Promise<TextReading> {
  try {
    const { bytes, refused } = await readBoundedFile(path, maxBytes, links, onStats);
    if (refused === 'not-a-file') return { problem: refused, reason: 'It is not a regular file.' };
    if (bytes === undefined) return { problem: 'too-large', reason: `It is larger than ${maxBytes} bytes.` };
    const text = decodeUtf8(bytes);
    return text === undefined ? { problem: 'not-utf8', reason: 'It is not valid UTF-8.' } : { text, bytes };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    // A name that is too long cannot exist.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG')
      return { problem: 'missing', reason: 'There is no such file.' };
    // O_NOFOLLOW fails like this on a link; EMLINK is FreeBSD's code.
    if (code === 'ELOOP' || code === 'EMLINK') return { problem: 'symlink', reason: 'It is a symbolic link.' };
    return { problem: 'unreadable', reason: `It cannot be read: ${describeSystemError(code)}.` };
  }
}

/** The next bytes of an opened file, at most 1 MiB. */
function readChunk(file: number, wanted: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(Math.min(wanted, 1_048_576));
  return bytes.subarray(0, readSync(file, bytes));
}

/** Bytes at the start of a file that show its kind: a first line, a wrapper, the settings of a virtual environment. */
const MAX_START = 8_192;

/** Reads the first 8 KiB of a file as text. @returns an empty text if the file cannot be read */
export function readStart(path: string, maxBytes: number = MAX_START): string {
  const read = (): string => {
    const file = openSync(path, OPEN_FLAGS);
    try {
      const bytes = Buffer.alloc(maxBytes);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, maxBytes, 0));
    } finally {
      closeSync(file);
    }
  };
  return allowedOr('', read);
}

/** Decodes bytes; undefined unless they are UTF-8. Drops a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (systemErrorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined;
    throw error;
  }
}

/** Parses a text. @returns undefined for text that is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Loading it costs a tenth of a hook's whole time, and most hooks need no digest. */
export function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}

/** The SHA-256 of bytes or of a text: 64 lower-case hex digits. */
export function digestOf(content: string | Uint8Array): string {
  return crypto().createHash('sha256').update(content).digest('hex');
}

/** Bytes of a program that are read at once; most are smaller. */
const AT_ONCE = 16_777_216;

/** The digest of a file's bytes. @throws the system's error */
export async function digestOfFile(algorithm: 'sha256' | 'sha512', path: string): Promise<Buffer> {
  const hash = crypto().createHash(algorithm);
  const { size } = statSync(path);
  if (size <= AT_ONCE) return hash.update(readFileSync(path)).digest();
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest();
}
