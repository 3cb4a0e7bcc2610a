import { base64Url } from './base64url.ts';

/** Of the 32 of SHA-256; 128 bits cannot be guessed. */
const BYTES = 16;

/** base64url of the first 16 bytes of a text's SHA-256: 22 letters. Uses WebCrypto, which every runtime has. */
export async function contentId(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64Url(new Uint8Array(digest, 0, BYTES));
}
