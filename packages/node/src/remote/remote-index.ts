import { parseJson } from '../files/cache-file.ts';
import { asRecord, isRecord } from '@atip/core/internal';
import { BUNDLE_ENDING, MAX_TOOL_DOCUMENT, SAFE_NAME } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { decodeUtf8 } from '../files/read-bounded-file.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { MAX_BUNDLE } from '../trust/read-bundle.ts';

export interface RemoteAddress {
  /** Without a final slash: `https://tools.example/registry`. */
  readonly url: string;
  /** With its port if that is not the default. */
  readonly host: string;
}

/** Longest address, in characters. */
const MAX_ADDRESS = 2000;

/**
 * Reads the address of a registry: https, or http to this machine, without user, password, query or fragment, because
 * it is shown and saved. @returns a sentence for any other text, without the address, which may contain a password.
 */
export function parseRemoteAddress(text: string): RemoteAddress | string {
  if (text.length > MAX_ADDRESS || !URL.canParse(text))
    return 'It is not the address of a registry, such as https://tools.example/registry.';
  const { protocol, hostname, host, origin, pathname, username, password, search, hash } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    return 'It has to begin with https:// (http:// is for registries on this machine only).';
  }
  if (username !== '' || password !== '') return 'It must not have a user or a password in it.';
  if (search !== '' || hash !== '') return 'It must not have a ? or a # in it.';
  return { url: `${origin}${pathname.replace(/\/+$/, '')}`, host };
}

/** `URL` has normalised every spelling of such an address to one of these forms. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** The wanted registry. `unusable`: the text is no address. */
type RemoteSetting =
  | { readonly kind: 'unset' }
  | { readonly kind: 'off' }
  | { readonly kind: 'at'; readonly address: RemoteAddress }
  | { readonly kind: 'unusable'; readonly problem: string };

/** Reads the wanted registry: the requested one, else `ATIP_REGISTRY`. `off`: the next scan forgets its tools. */
export function readRemoteSetting(env: Environment, asked: string | undefined): RemoteSetting {
  const text = asked ?? env['ATIP_REGISTRY'] ?? '';
  if (text === '') return { kind: 'unset' };
  if (text === 'off') return { kind: 'off' };
  const address = parseRemoteAddress(text);
  return typeof address === 'string' ? { kind: 'unusable', problem: address } : { kind: 'at', address };
}

/** Version of the format, in the field `atip-registry`. */
export const INDEX_VERSION = 1;
export const INDEX_BUNDLE: string = `index.json${BUNDLE_ENDING}`;
/** Bytes of an uncompressed index. */
export const MAX_INDEX: number = 4 * 1024 * 1024;
/** Most names of an index; one with more is refused as a whole. */
export const MAX_ENTRIES = 20_000;
/** A digest in addresses and names of files: only such a text gets there. */
const SHA256: RegExp = /^[0-9a-f]{64}$/;
/** Ms for an index. */
const TIMEOUT = 15_000;

/** The entry of one document in an index; its other fields are for people who search for tools. */
export interface IndexEntry {
  /** Of the document's bytes: 64 lower-case hex digits. */
  readonly sha256: string;
  readonly size: number;
  /** `br`: the bytes are compressed with brotli in `sha256/HEX.json.br`. Absent: uncompressed, in `sha256/HEX.json`. */
  readonly encoding?: 'br';
  /** The stored documents of earlier versions. Absent: none. */
  readonly versions?: readonly KeptVersion[];
}

/** An earlier version of a tool's document. */
export interface KeptVersion extends Pick<IndexEntry, 'sha256' | 'size'> {
  readonly version: string;
}

export interface RemoteIndex {
  readonly tools: ReadonlyMap<string, IndexEntry>;
  /** Increases with each change. Absent: the registry has no versions. */
  readonly version?: number;
  /** A signed index expires then; ISO 8601. */
  readonly expires?: string;
  /** Number of malformed entries, which are ignored. */
  readonly dropped: number;
}

/** Reads the text of `index.json`. @returns a sentence when it is no index. */
export function parseRemoteIndex(text: string): RemoteIndex | string {
  const value = parseJson(text);
  if (value === undefined) return 'Its index.json is not JSON.';
  if (!isRecord(value) || !isRecord(value['tools'])) return 'Its index.json is not that of a registry.';
  if (value['atip-registry'] !== INDEX_VERSION) return `Its index.json is of a version other than ${INDEX_VERSION}.`;
  const entries = Object.entries(value['tools']);
  if (entries.length > MAX_ENTRIES) return `Its index.json has more than ${MAX_ENTRIES.toLocaleString('en')} tools.`;
  // A map, because `__proto__` is an ordinary name there.
  const tools = new Map<string, IndexEntry>();
  for (const [name, entry] of entries) {
    if (!SAFE_NAME.test(name) || !isEntry(entry)) continue;
    const versions = keptIn(entry);
    const packed = asRecord(entry)['encoding'] === 'br' && { encoding: 'br' as const };
    tools.set(name, { sha256: entry.sha256, size: entry.size, ...packed, ...(versions.length > 0 && { versions }) });
  }
  const { version, expires } = value;
  return {
    tools,
    ...(typeof version === 'number' && Number.isSafeInteger(version) && version > 0 && { version }),
    ...(typeof expires === 'string' && { expires }),
    dropped: entries.length - tools.size,
  };
}

/** Malformed entries are ignored: earlier versions are only read on request. */
function keptIn(entry: object): KeptVersion[] {
  const { versions } = asRecord(entry);
  return Object.entries(asRecord(versions)).flatMap(([version, one]) =>
    isEntry(one) ? [{ version, sha256: one.sha256, size: one.size }] : [],
  );
}

function isEntry(entry: unknown): entry is IndexEntry {
  if (!isRecord(entry)) return false;
  const { sha256, size } = entry;
  const isSize = typeof size === 'number' && Number.isInteger(size) && size > 0 && size <= MAX_TOOL_DOCUMENT;
  return isSize && typeof sha256 === 'string' && SHA256.test(sha256);
}

/**
 * Fetches the index of a registry, and its signature if required. @returns a sentence on failure. @throws the signal's
 * reason once it is aborted.
 */
export async function fetchIndex(
  { url }: RemoteAddress,
  { isSigned, signal }: { readonly isSigned: boolean; readonly signal: AbortSignal | undefined },
): Promise<FetchedIndex | string> {
  const answer = await fetchBounded(`${url}/index.json`, { maxBytes: MAX_INDEX, timeout: TIMEOUT, signal });
  if (answer.kind === 'failed') return answer.reason;
  const text = decodeUtf8(answer.bytes);
  if (text === undefined) return 'Its index.json is not valid UTF-8.';
  const index = parseRemoteIndex(text);
  if (typeof index === 'string' || !isSigned) return typeof index === 'string' ? index : { index, text };
  const signature = await fetchBounded(`${url}/${INDEX_BUNDLE}`, { maxBytes: MAX_BUNDLE, timeout: TIMEOUT, signal });
  if (signature.kind === 'failed')
    return `Its index is to be signed, and ${INDEX_BUNDLE} cannot be had. ${signature.reason}`;
  return { index, text, bundle: decodeUtf8(signature.bytes) ?? '' };
}

interface FetchedIndex {
  readonly index: RemoteIndex;
  readonly text: string;
  /** The text of its signature. */
  readonly bundle?: string;
}

export interface FetchLimits {
  /** Bytes of the uncompressed body. */
  readonly maxBytes: number;
  /** Ms until the last byte must have arrived. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

type Fetched =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** `reason` is a sentence; it contains only numbers from the server. */
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Fetches a file, with limits on bytes and time. Redirects are not followed, because they could lead to services of
 * this machine. Bytes are counted uncompressed. Proxies of the environment are ignored.
 * @throws the signal's reason once it is aborted.
 */
export async function fetchBounded(url: string, limits: FetchLimits): Promise<Fetched> {
  const { timeout, signal } = limits;
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    });
    return await readAnswer(response, limits);
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.aborted) return failed(`It took longer than ${timeout / 1000} s.`);
    const reason = networkFailure(error);
    if (reason === undefined) throw error;
    return failed(reason);
  }
}

async function readAnswer(response: Response, { maxBytes }: FetchLimits): Promise<Fetched> {
  const { status, body } = response;
  if (status === 200) {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      // Leaving the loop closes the connection.
      if (size > maxBytes) return failed(`It is larger than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
    return { kind: 'bytes', bytes: Buffer.concat(chunks) };
  }
  await body?.cancel();
  return failed(
    status >= 300 && status < 400
      ? `It leads elsewhere (${status}), and redirects are not followed.`
      : `It answers with status ${status}.`,
  );
}

function failed(reason: string): Fetched {
  return { kind: 'failed', reason };
}

/**
 * Describes a network failure: `fetch` throws a TypeError whose cause has a code. @returns undefined for other errors.
 */
function networkFailure(error: unknown): string | undefined {
  const code = systemErrorCode(error) ?? (error instanceof Error ? systemErrorCode(error.cause) : undefined);
  if (code !== undefined) return `It cannot be reached or read (${code}).`;
  return error instanceof TypeError ? 'It cannot be reached or read.' : undefined;
}
