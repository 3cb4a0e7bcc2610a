import {
  type FoundTool,
  MAX_TOOL_DOCUMENT,
  type SkippedTool,
  skip,
  type ToolReading,
} from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { type DocumentRoom, NO_ROOM } from './document-room.ts';
import { fetchBounded } from './fetch-bounded.ts';
import { keepDocument, readKeptDocument } from './kept-documents.ts';
import { documentUrl, readRemoteDocument } from './read-remote-document.ts';
import { systemProblem } from './refresh-index.ts';
import type { RemoteAddress } from './remote-address.ts';
import { digestOf } from './remote-files.ts';
import type { IndexEntry } from './remote-index.ts';

/** Ms for one document, and for all of a scan: a slow registry must not hold up a scan for hours. */
const TIMEOUT = 15_000;
const TIMEOUT_OF_ALL = 60_000;
const AT_ONCE = 4;

export interface DocumentSettings {
  readonly address: RemoteAddress;
  /** Directory in which documents are kept. */
  readonly documents: string;
  readonly env: Environment;
  readonly room: DocumentRoom;
  /** False: nothing is fetched, since the registry could not be reached a moment ago. */
  readonly online: boolean;
  /** Ms for one. Absent: 15,000. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FetchedDocuments {
  readonly found: readonly FoundTool[];
  readonly skipped: readonly SkippedTool[];
  /** How many came over the network. */
  readonly fetched: number;
}

/**
 * Brings the documents of some entries of an index: those that are kept from the cache, the others by their digest.
 *
 * Only bytes of the digest and size that the index names count, and only under the name that it has them under.
 * @throws the signal's reason once it is aborted.
 */
export async function fetchDocuments(
  entries: readonly (readonly [string, IndexEntry])[],
  settings: DocumentSettings,
): Promise<FetchedDocuments> {
  const results: (ToolReading & { readonly isNew: boolean; readonly notSaved?: SkippedTool })[] = [];
  const deadline = performance.now() + TIMEOUT_OF_ALL;
  const waiting = entries.values();
  const work = async (): Promise<void> => {
    // Workers take turns at one list.
    for (const [name, entry] of waiting) {
      const left = Math.min(settings.timeout ?? TIMEOUT, deadline - performance.now());
      results.push(await bring(name, entry, { ...settings, timeout: Math.ceil(left) }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    found: results.flatMap(({ found }) => found ?? []).sort((one, other) => (one.tool.name < other.tool.name ? -1 : 1)),
    skipped: results.flatMap(({ skipped, notSaved }) => [skipped ?? [], notSaved ?? []].flat()),
    fetched: results.filter(({ isNew }) => isNew).length,
  };
}

async function bring(name: string, entry: IndexEntry, settings: DocumentSettings & { readonly timeout: number }) {
  const { address, documents, room, online, timeout, signal } = settings;
  const { sha256, size } = entry;
  const url = documentUrl(address, sha256);
  const refuse = (reason: string) => ({
    ...skip(url, 'registry-document', `${quoted(name)}: ${reason}`),
    isNew: false,
  });
  const kept = await readKeptDocument(documents, sha256);
  if (kept !== undefined) {
    // By what it has, not by what the index says now.
    if (!room.take(Buffer.byteLength(kept))) return refuse(NO_ROOM);
    return { ...readRemoteDocument(kept, name, { address, sha256 }), isNew: false };
  }
  if (!online) return refuse('It is not kept, and the registry cannot be read.');
  if (timeout <= 0) return refuse('The registry took too long for what came before. Discover again.');
  if (!room.take(size)) return refuse(NO_ROOM);
  const answer = await fetchBounded(url, { maxBytes: Math.min(size, MAX_TOOL_DOCUMENT), timeout, signal });
  if (answer.kind !== 'bytes')
    return refuse(answer.kind === 'failed' ? answer.reason : 'It says that nothing changed.');
  if (digestOf(answer.bytes) !== sha256) return refuse('Its bytes are not those of the digest in the index.');
  const text = decodeUtf8(answer.bytes);
  // A byte order mark is no part of the text, which would then not have the digest that it is kept under.
  if (text === undefined || digestOf(text) !== sha256)
    return refuse('It is not UTF-8, or begins with a byte order mark.');
  const reading = readRemoteDocument(text, name, { address, sha256 });
  if (reading.found === undefined) return { ...reading, isNew: true };
  try {
    await keepDocument(documents, sha256, text);
    return { ...reading, isNew: true };
  } catch (error) {
    return { ...reading, isNew: true, notSaved: systemProblem(documents, 'not-saved', error) };
  }
}

/** A name of an index is a plain one, checked there. */
function quoted(name: string): string {
  return JSON.stringify(name);
}
