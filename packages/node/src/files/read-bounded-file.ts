import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A pipe must not make us wait. Absent on Windows. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** `not-a-file`: a directory, a device or a pipe; `too-large`: more bytes than were allowed. */
export type BoundedReading =
  | { readonly bytes: Uint8Array; readonly refused?: undefined }
  | { readonly refused: 'not-a-file' | 'too-large'; readonly bytes?: undefined };

/**
 * Reads a regular file whole, up to a number of bytes.
 *
 * @throws the system's error, such as `ENOENT`.
 */
export async function readBoundedFile(path: string, maxBytes: number): Promise<BoundedReading> {
  const file = await open(path, OPEN_FLAGS);
  try {
    if (!(await file.stat()).isFile()) return { refused: 'not-a-file' };
    const chunks: Uint8Array[] = [];
    let size = 0;
    // The limit holds for what is read, since a file can grow after its size was looked at.
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) return { refused: 'too-large' };
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks) };
  } finally {
    await file.close();
  }
}
