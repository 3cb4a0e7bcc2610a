import { asRecord } from '@atip/core/internal';

export interface StoredShare {
  readonly fragment: string;
  /** Ms since 1970 by the writer's clock; from then on the share is gone. Absent: for ever. */
  readonly expiresAt?: number;
}

/**
 * Storage for shares. An id is a digest of its content, so two writers of one id always agree about the fragment.
 * A store need not make a write readable at once: in KV that takes up to a minute elsewhere.
 */
export interface ShareStore {
  /** @returns undefined for an unknown id; an expired share may still come. */
  get(id: string): Promise<StoredShare | undefined>;
  /** @param share undefined removes it; removing an unknown id is no error. */
  put(id: string, share: StoredShare | undefined): Promise<void>;
}

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

/** Maximum bytes of a share's text beside its fragment: names, marks and 16 digits. */
export const MAX_AROUND_FRAGMENT = 64;

/** A share as text: only the fragment where that suffices, otherwise JSON. */
export function writeStoredShare({ fragment, expiresAt }: StoredShare): string {
  return expiresAt === undefined ? fragment : JSON.stringify({ fragment, expiresAt });
}

/**
 * Reads the text of `writeStoredShare`, and bare fragments. Any other text comes back as the fragment and is later found
 * damaged: a share must not live for ever because its end is unreadable.
 */
export function readStoredShare(text: string): StoredShare {
  const { fragment, expiresAt } = text.startsWith('{') ? asRecord(parsedJson(text)) : {};
  if (typeof fragment !== 'string') return { fragment: text };
  if (expiresAt === undefined) return { fragment };
  return isTime(expiresAt) ? { fragment, expiresAt } : { fragment: text };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** 16 bytes as base64url: no id is a path. */
const SHARE_ID = /^[A-Za-z0-9_-]{22}$/;

export function isShareId(id: string): boolean {
  return SHARE_ID.test(id);
}

/** Bytes of an id, of the 32 of SHA-256: 128 bits cannot be guessed. */
const ID_BYTES = 16;

/** base64url of the first 16 bytes of a text's SHA-256: 22 letters. Uses WebCrypto, which every runtime has. */
export async function contentId(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64Url(new Uint8Array(digest, 0, ID_BYTES));
}

/** Bytes as base64url without padding, on every runtime. @see RFC 4648 §5 */
function base64Url(bytes: Uint8Array): string {
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
