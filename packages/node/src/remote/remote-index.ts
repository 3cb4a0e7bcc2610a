import { isRecord } from '@atip/core/internal';
import { createHash } from 'node:crypto';
import { MAX_TOOL_DOCUMENT, SAFE_NAME } from '../documents/tool-document.ts';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { fetchBounded } from './fetch-bounded.ts';
import type { RemoteAddress } from './remote-address.ts';

/** Version of the format, the value of `atip-registry`. */
export const INDEX_VERSION = 1;
/** Bytes of an index, inflated. */
export const MAX_INDEX: number = 4 * 1024 * 1024;
/** Names of an index; one with more is refused whole. */
export const MAX_ENTRIES = 20_000;
/** A digest as it stands in addresses and in names of files: no other text ever gets there. */
export const SHA256: RegExp = /^[0-9a-f]{64}$/;
/** Ms for an index. */
const TIMEOUT = 15_000;

/** The entry of one document in an index; its other fields are for people who look for tools. */
export interface IndexEntry {
  /** Of the document's bytes: 64 lower-case hex digits. */
  readonly sha256: string;
  /** Bytes of the document. */
  readonly size: number;
}

export interface RemoteIndex {
  readonly tools: ReadonlyMap<string, IndexEntry>;
  /** Entries that are malformed, and do not count. */
  readonly dropped: number;
}

/** SHA-256 as 64 hex digits. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Reads the text of `index.json`. @returns a sentence when it is no index. */
export function parseRemoteIndex(text: string): RemoteIndex | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return 'Its index.json is not JSON.';
    throw error;
  }
  if (!isRecord(value) || !isRecord(value['tools'])) return 'Its index.json is not that of a registry.';
  if (value['atip-registry'] !== INDEX_VERSION) return `Its index.json is of a version other than ${INDEX_VERSION}.`;
  const entries = Object.entries(value['tools']);
  if (entries.length > MAX_ENTRIES) return `Its index.json has more than ${MAX_ENTRIES.toLocaleString('en')} tools.`;
  // A map: `__proto__` is a name like any other there.
  const tools = new Map<string, IndexEntry>();
  for (const [name, entry] of entries) {
    if (SAFE_NAME.test(name) && isEntry(entry)) tools.set(name, { sha256: entry.sha256, size: entry.size });
  }
  return { tools, dropped: entries.length - tools.size };
}

function isEntry(entry: unknown): entry is IndexEntry {
  if (!isRecord(entry)) return false;
  const { sha256, size } = entry;
  const isSize = typeof size === 'number' && Number.isInteger(size) && size > 0 && size <= MAX_TOOL_DOCUMENT;
  return isSize && typeof sha256 === 'string' && SHA256.test(sha256);
}

/**
 * Fetches the index of a registry.
 *
 * Limits: a registry that gives an older index than before is not noticed. No clock of the registry counts.
 * @returns a sentence when it cannot be had.
 * @throws the signal's reason once it is aborted.
 */
export async function fetchIndex(
  { url }: RemoteAddress,
  signal: AbortSignal | undefined,
): Promise<RemoteIndex | string> {
  const answer = await fetchBounded(`${url}/index.json`, { maxBytes: MAX_INDEX, timeout: TIMEOUT, signal });
  if (answer.kind === 'failed') return answer.reason;
  const text = decodeUtf8(answer.bytes);
  return text === undefined ? 'Its index.json is not valid UTF-8.' : parseRemoteIndex(text);
}
