import { decodeUtf8, readBoundedFile } from '../files/read-bounded-file.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';
import { MAX_TOOL_DOCUMENT, type SkippedTool, skip } from './tool-document.ts';

type TextReading = { readonly text: string } | { readonly skipped: SkippedTool };

/**
 * Reads a file of a directory that other programs write to; every problem becomes a coded skip.
 * Limits: a regular file of at most 4 MiB, UTF-8; symbolic links are not followed.
 */
export async function readTextFile(path: string): Promise<TextReading> {
  try {
    const { bytes, refused } = await readBoundedFile(path, MAX_TOOL_DOCUMENT, 'refused');
    if (refused === 'not-a-file') return skip(path, 'not-a-file', 'It is not a regular file.');
    if (bytes === undefined) return skip(path, 'too-large', `It is larger than ${MAX_TOOL_DOCUMENT} bytes.`);
    const text = decodeUtf8(bytes);
    return text === undefined ? skip(path, 'not-utf8', 'It is not valid UTF-8.') : { text };
  } catch (error) {
    return unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): TextReading {
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  // A name that is too long cannot exist.
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG')
    return skip(path, 'missing', 'There is no such file.');
  // O_NOFOLLOW fails like this on a link; EMLINK is FreeBSD's code.
  if (code === 'ELOOP' || code === 'EMLINK') return skip(path, 'symlink', 'It is a symbolic link.');
  return skip(path, 'unreadable', `It cannot be read: ${describeSystemError(code)}.`);
}
