import { sizeOf } from '../../state/health.ts';

/** Bytes of a file that the page takes. */
const MOST_BYTES = 5_000_000;

/** A file as text; refused where it is too large, or no text in UTF-8. */
export async function readTextFile(
  file: File,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }> {
  if (file.size > MOST_BYTES) {
    return { ok: false, message: `${file.name} has ${sizeOf(file.size)}; at most ${sizeOf(MOST_BYTES)} are taken.` };
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch (error) {
    // The decoder's word for bytes that are no text, the browser's for a file that is gone or may not be read.
    if (error instanceof TypeError) return { ok: false, message: `${file.name} is no text in UTF-8.` };
    if (error instanceof DOMException) return { ok: false, message: `${file.name} cannot be read: ${error.message}` };
    throw error;
  }
}
