/** 16 bytes as base64url: no id is a path. */
const SHARE_ID = /^[A-Za-z0-9_-]{22}$/;

/** Whether a text has the form of a share's id. */
export function isShareId(id: string): boolean {
  return SHARE_ID.test(id);
}

/** Of the 32 of SHA-256; 128 bits cannot be guessed. */
const ID_BYTES = 16;

/** base64url of the first 16 bytes of a text's SHA-256: 22 letters. Uses WebCrypto, which every runtime has. */
export async function contentId(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64Url(new Uint8Array(digest, 0, ID_BYTES));
}

/** 128 bits cannot be guessed, however often somebody tries. */
const TOKEN_BYTES = 16;

/** Of what `newDeleteToken` makes; anything else is not looked at any further. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** The right to delete one share. */
export interface DeleteToken {
  /** For whoever stored the share, and nobody else. */
  readonly token: string;
  /** base64url of its SHA-256, for the store: nobody who reads the store can delete by it. */
  readonly deletion: string;
}

export async function newDeleteToken(): Promise<DeleteToken> {
  const token = base64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  return { token, deletion: await digestOf(token) };
}

/**
 * Whether a token is the one that was stored as its digest.
 *
 * Digests are compared, so that how long it takes says nothing about the token.
 * @param given as it came, of any length; absent: none came.
 * @param deletion absent: there is no token that is right.
 */
export async function isDeleteToken(given: string | undefined, deletion: string | undefined): Promise<boolean> {
  return given !== undefined && TOKEN.test(given) && (await digestOf(given)) === deletion;
}

async function digestOf(token: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))));
}

/** Bytes as base64url without padding, by what every runtime has. @see RFC 4648 §5 */
function base64Url(bytes: Uint8Array): string {
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
