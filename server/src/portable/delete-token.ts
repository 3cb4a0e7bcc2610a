import { base64Url } from './base64url.ts';

/** 128 bits cannot be guessed, however often somebody tries. */
const BYTES = 16;

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
  const token = base64Url(crypto.getRandomValues(new Uint8Array(BYTES)));
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
