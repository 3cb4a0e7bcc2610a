import { type AtipCommand, type AtipEffects, type AtipTool, checkTool } from '@atip/core';
import { MAX_TOOL_DOCUMENT, readToolDocument, skip, type ToolReading } from '../documents/tool-document.ts';
import { trustedAt } from '../documents/trust-at.ts';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { fetchBounded } from './fetch-bounded.ts';
import type { RemoteAddress } from './remote-address.ts';
import { digestOf, type IndexEntry } from './remote-index.ts';

/** Ms for one document, and for all of a scan: a slow registry must not hold up a scan for hours. */
const TIMEOUT = 15_000;
const TIMEOUT_OF_ALL = 60_000;
const AT_ONCE = 4;
/** Bytes of all documents of a registry together: a registry could have one for every program of the PATH. */
export const MAX_DOCUMENTS: number = 16 * 1024 * 1024;

interface DocumentSettings {
  readonly address: RemoteAddress;
  /** Texts of an earlier scan by their digest, which was checked; they are not fetched again. */
  readonly kept: ReadonlyMap<string, string>;
  /** Bytes of all documents together. Absent: 16 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A document that the index names, or why it does not count. */
export interface BroughtDocument {
  readonly reading: ToolReading;
  /** Absent: the document does not count. */
  readonly text?: string;
  /** Whether it came over the network. */
  readonly isNew: boolean;
}

/**
 * Brings the documents of some entries of an index, in their order: kept ones, the others by their digest.
 *
 * Only bytes of the digest and size that the index names count, and only under the name that it has them under.
 * @throws the signal's reason once it is aborted.
 */
export async function fetchDocuments(
  entries: readonly (readonly [string, IndexEntry])[],
  { address, kept, maxBytes = MAX_DOCUMENTS, signal }: DocumentSettings,
): Promise<readonly BroughtDocument[]> {
  const results: BroughtDocument[] = [];
  const deadline = performance.now() + TIMEOUT_OF_ALL;
  const waiting = entries.entries();
  let room = maxBytes;
  const bring = async (name: string, { sha256, size }: IndexEntry): Promise<BroughtDocument> => {
    const leaveOut = (reason: string): BroughtDocument => {
      const source = documentUrl(address, sha256);
      return { reading: skip(source, 'registry-document', `${JSON.stringify(name)}: ${reason}`), isNew: false };
    };
    const known = kept.get(sha256);
    // The index could lie about the size of a kept document.
    const bytes = known === undefined ? size : Buffer.byteLength(known);
    if (bytes > room) return leaveOut(`With it, the registry's documents would have more than ${maxBytes} bytes.`);
    room -= bytes;
    const timeout = Math.ceil(Math.min(TIMEOUT, deadline - performance.now()));
    const text = known ?? (await fetchDocument({ sha256, size }, address, { timeout, signal }));
    if (typeof text !== 'string') return leaveOut(text.reason);
    const reading = readRemoteDocument(text, name, { address, sha256 });
    return { reading, isNew: known === undefined, ...(reading.found && { text }) };
  };
  const work = async (): Promise<void> => {
    // Workers take turns at one list.
    for (const [at, [name, entry]] of waiting) results[at] = await bring(name, entry);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

async function fetchDocument(
  { sha256, size }: IndexEntry,
  address: RemoteAddress,
  { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal | undefined },
): Promise<string | { readonly reason: string }> {
  if (timeout <= 0) return { reason: 'The registry took too long for what came before. Discover again.' };
  const limits = { maxBytes: Math.min(size, MAX_TOOL_DOCUMENT), timeout, signal };
  const answer = await fetchBounded(documentUrl(address, sha256), limits);
  if (answer.kind === 'failed') return answer;
  if (digestOf(answer.bytes) !== sha256) return { reason: 'Its bytes are not those of the digest in the index.' };
  const text = decodeUtf8(answer.bytes);
  // A byte order mark is no part of the text, which would then not have the digest that it is kept under.
  const isWhole = text !== undefined && digestOf(text) === sha256;
  return isWhole ? text : { reason: 'It is not UTF-8, or begins with a byte order mark.' };
}

/** Where a registry has the document of a digest. */
function documentUrl({ url }: RemoteAddress, sha256: string): string {
  return `${url}/sha256/${sha256}.json`;
}

/**
 * Reads a document of a registry, with no more trust than a registry has.
 *
 * A finding that is an error leaves the document out, while one of the user's own would stay: it comes from somebody else, and a
 * model would read it.
 * @param sha256 of its bytes, checked by the caller.
 */
export function readRemoteDocument(
  text: string,
  name: string,
  { address, sha256 }: { readonly address: RemoteAddress; readonly sha256: string },
): ToolReading {
  const source = documentUrl(address, sha256);
  const from = { origin: `registry:${address.host}`, source, place: 'registry' } as const;
  const { found, skipped } = readToolDocument(text, name, from);
  if (found === undefined) return { skipped };
  const [error] = checkTool(found.tool, text).filter(({ severity }) => severity === 'error');
  if (error !== undefined) return skip(source, 'invalid-metadata', error.message);
  return { found: { ...found, tool: lowerTrust(found.tool), hash: `sha256:${sha256}` } };
}

/**
 * A tool as far as a registry is believed, whatever its document says of itself.
 *
 * Trust is that of its place, which makes a sandbox `required` unless the user's policy says otherwise. Effects stay that a sandbox
 * makes true (nothing written, no network). `destructive: false`, `reversible: true` and `billable: false` become unknown: the
 * policy then asks a person about a command that writes or uses the network.
 * @see ATIP 0.3 §11.1
 */
export function lowerTrust(tool: AtipTool): AtipTool {
  return trustedAt(lowerNode(tool), 'registry');
}

function lowerNode<Node extends AtipTool | AtipCommand>(node: Node): Node {
  const { effects, commands } = node;
  // Entries keep a command that is called `__proto__`.
  const below = Object.entries(commands ?? {}).map(([key, command]) => [key, lowerNode(command)] as const);
  return {
    ...node,
    ...(effects && { effects: believed(effects) }),
    ...(commands && { commands: Object.fromEntries(below) }),
  };
}

function believed({ destructive, reversible, cost, ...rest }: AtipEffects): AtipEffects {
  const { billable, ...costs } = cost ?? {};
  return {
    ...rest,
    ...(destructive === true && { destructive }),
    ...(reversible === false && { reversible }),
    ...(cost && { cost: { ...costs, ...(billable === true && { billable }) } }),
  };
}
