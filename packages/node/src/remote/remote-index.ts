import { SAFE_NAME } from '../documents/safe-name.ts';
import { MAX_TOOL_DOCUMENT } from '../documents/tool-document.ts';

/** Version of the format, the value of `atip-registry`. */
export const INDEX_VERSION = 1;
/** Bytes of an index, inflated. */
export const MAX_INDEX: number = 4 * 1024 * 1024;
/** Names of an index; one with more is refused whole. */
export const MAX_ENTRIES = 20_000;

/** What an index says of one document; the rest of an entry is for people who look for tools. */
export interface IndexEntry {
  /** Of the document's bytes: 64 lower-case hex digits. */
  readonly sha256: string;
  /** Bytes of the document. */
  readonly size: number;
}

export interface RemoteIndex {
  readonly tools: ReadonlyMap<string, IndexEntry>;
  /** Entries that cannot be one, and do not count. */
  readonly dropped: number;
}

/** A digest as it stands in addresses and in names of files: nothing else ever gets there. */
export const SHA256: RegExp = /^[0-9a-f]{64}$/;

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
  const version = value['atip-registry'];
  if (version !== INDEX_VERSION) return `Its index.json is of a version other than ${INDEX_VERSION}.`;
  const entries = Object.entries(value['tools']);
  if (entries.length > MAX_ENTRIES) return `Its index.json has more than ${MAX_ENTRIES.toLocaleString('en')} tools.`;
  // A map: `__proto__` is a name like any other there.
  const tools = new Map<string, IndexEntry>();
  for (const [name, entry] of entries) {
    const read = SAFE_NAME.test(name) ? readEntry(entry) : undefined;
    if (read !== undefined) tools.set(name, read);
  }
  return { tools, dropped: entries.length - tools.size };
}

function readEntry(entry: unknown): IndexEntry | undefined {
  if (!isRecord(entry)) return undefined;
  const { sha256, size } = { sha256: undefined, size: undefined, ...entry };
  const isSize = typeof size === 'number' && Number.isInteger(size) && size > 0 && size <= MAX_TOOL_DOCUMENT;
  return isSize && typeof sha256 === 'string' && SHA256.test(sha256) ? { sha256, size } : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
