import { dirname } from 'node:path';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import { ETAG } from './fetch-bounded.ts';
import { digestOf, readCachedJson } from './remote-files.ts';
import { MAX_INDEX, parseRemoteIndex, type RemoteIndex } from './remote-index.ts';

/** An index as it was fetched. One file, so that no other process can bring its text and its ETag apart. */
export interface KeptIndex {
  readonly text: string;
  readonly index: RemoteIndex;
  readonly etag?: string;
  /** By the clock of this machine, ISO 8601. Shown, never compared: the clock may be wrong. */
  readonly keptAt: string;
}

const VERSION = 1;
/** Bytes: a character of the text can take six as JSON. */
const MAX_FILE = 6 * MAX_INDEX + 4096;

/** Reads the index that is kept. @returns undefined when there is none, or it is not as it was written. */
export async function loadKeptIndex(path: string): Promise<KeptIndex | undefined> {
  const value = await readCachedJson(path, MAX_FILE);
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== VERSION)
    return undefined;
  const { text, sha256, etag, keptAt } = {
    text: undefined,
    sha256: undefined,
    etag: undefined,
    keptAt: undefined,
    ...value,
  };
  if (typeof text !== 'string' || typeof keptAt !== 'string' || sha256 !== digestOf(text)) return undefined;
  const index = parseRemoteIndex(text);
  if (typeof index === 'string') return undefined;
  // One that no header can carry would make every request fail, and so keep this index for ever.
  return { text, index, keptAt, ...(typeof etag === 'string' && ETAG.test(etag) && { etag }) };
}

/** Keeps an index for the next scan, and for when its registry cannot be reached. @throws the system's error. */
export async function saveKeptIndex(path: string, { text, etag, keptAt }: Omit<KeptIndex, 'index'>): Promise<void> {
  await ensureDirectory(dirname(path));
  await writeFileAtomically(path, JSON.stringify({ version: VERSION, keptAt, etag, sha256: digestOf(text), text }));
}
