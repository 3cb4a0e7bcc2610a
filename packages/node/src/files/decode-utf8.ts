import { systemErrorCode } from './system-error.ts';

/** The text of bytes; undefined for bytes that are not UTF-8. A byte order mark is dropped. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (systemErrorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined;
    throw error;
  }
}
