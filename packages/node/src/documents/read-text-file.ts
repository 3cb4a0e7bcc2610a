import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { MAX_TOOL_DOCUMENT, type SkippedTool, skip } from './tool-document.ts';

/** A pipe must not make us wait, nor a link lead us elsewhere. Absent on Windows, where both are 0. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export type TextReading = { readonly text: string } | { readonly skipped: SkippedTool };

/**
 * Reads a file that some person or program put into a directory of ours; whatever is wrong with it becomes a coded skip.
 *
 * Limits: a regular file of at most 4 MiB, UTF-8; symbolic links are not followed.
 */
export async function readTextFile(path: string): Promise<TextReading> {
  let file: FileHandle;
  try {
    file = await open(path, OPEN_FLAGS);
  } catch (error) {
    return unreadable(path, error);
  }
  try {
    if (!(await file.stat()).isFile()) return skip(path, 'not-a-file', 'It is not a regular file.');
    const bytes = await readBounded(file);
    if (bytes === undefined) return skip(path, 'too-large', `It is larger than ${MAX_TOOL_DOCUMENT} bytes.`);
    const text = decodeUtf8(bytes);
    return text === undefined ? skip(path, 'not-utf8', 'It is not valid UTF-8.') : { text };
  } catch (error) {
    return unreadable(path, error);
  } finally {
    await file.close();
  }
}

function unreadable(path: string, error: unknown): TextReading {
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  // A name that is too long is nowhere.
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG')
    return skip(path, 'missing', 'There is no such file.');
  // What O_NOFOLLOW answers to a link; EMLINK is FreeBSD's spelling.
  if (code === 'ELOOP' || code === 'EMLINK') return skip(path, 'symlink', 'It is a symbolic link.');
  return skip(path, 'unreadable', `It cannot be read: ${describeSystemError(code)}.`);
}

/** The limit holds for what is read, since a file can grow after its size was looked at. */
async function readBounded(file: FileHandle): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_TOOL_DOCUMENT) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
