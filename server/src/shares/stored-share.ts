import type { StoredShare } from '../ports.ts';

export function endOf({ expiresAt }: StoredShare): number {
  return expiresAt ?? Number.POSITIVE_INFINITY;
}

export function asStored(end: number): Pick<StoredShare, 'expiresAt'> {
  return end === Number.POSITIVE_INFINITY ? {} : { expiresAt: end };
}

/** An end in a client's form, ISO 8601. */
export function asTold(end: number): { readonly expiresAt?: string } {
  return end === Number.POSITIVE_INFINITY ? {} : { expiresAt: new Date(end).toISOString() };
}

/** Largest `Date`, in ms since 1970. */
const MAX_TIME = 8_640_000_000_000_000;

/** True when a value from a store can be a share's end. */
export function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_TIME;
}

const DIGEST = /^[A-Za-z0-9_-]{43}$/;

/** Maximum bytes of a share's text beside its fragment: names, marks, 16 digits and a digest. */
export const MAX_AROUND_FRAGMENT = 128;

/** A share as text: only the fragment where that suffices, otherwise JSON. */
export function writeStoredShare({ fragment, ...rest }: StoredShare): string {
  return Object.keys(rest).length === 0 ? fragment : JSON.stringify({ fragment, ...rest });
}

/**
 * Reads the text of `writeStoredShare`, and bare fragments. Any other text comes back as the fragment and is later found
 * damaged: a share must not live for ever because its end is unreadable.
 */
export function readStoredShare(text: string): StoredShare {
  if (!text.startsWith('{')) return { fragment: text };
  const damaged: StoredShare = { fragment: text };
  const value = parseRecord(text);
  if (value === undefined || typeof value.fragment !== 'string') return damaged;
  const { fragment, expiresAt, deletion } = value;
  if (!(expiresAt === undefined || isTime(expiresAt)) || !(deletion === undefined || isDigest(deletion)))
    return damaged;
  return { fragment, ...(expiresAt !== undefined && { expiresAt }), ...(deletion !== undefined && { deletion }) };
}

function parseRecord(text: string): { fragment?: unknown; expiresAt?: unknown; deletion?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isDigest(value: unknown): value is string {
  return typeof value === 'string' && DIGEST.test(value);
}

/** 16 bytes as base64url: no id is a path. */
const SHARE_ID = /^[A-Za-z0-9_-]{22}$/;

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

/** 128 bits cannot be guessed in any number of tries. */
const TOKEN_BYTES = 16;

/** The form of `newDeleteToken`; we ignore anything else. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** The right to delete one share. */
interface DeleteToken {
  /** Only for the person who stored the share. */
  readonly token: string;
  /** base64url of its SHA-256, for the store: a reader of the store cannot delete with it. */
  readonly deletion: string;
}

export async function newDeleteToken(): Promise<DeleteToken> {
  const token = base64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  return { token, deletion: await digestOf(token) };
}

/** True for the token whose digest was stored; comparing digests leaks nothing by its time. */
export async function isDeleteToken(given: string | undefined, deletion: string | undefined): Promise<boolean> {
  return given !== undefined && TOKEN.test(given) && (await digestOf(given)) === deletion;
}

async function digestOf(token: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))));
}

/** Bytes as base64url without padding, on every runtime. @see RFC 4648 §5 */
function base64Url(bytes: Uint8Array): string {
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
