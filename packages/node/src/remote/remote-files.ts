import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { XdgPaths } from '../environment/xdg-paths.ts';
import { decodeUtf8 } from '../files/decode-utf8.ts';
import { readBoundedFile } from '../files/read-bounded-file.ts';
import { systemErrorCode } from '../files/system-error.ts';

/** Where what came from registries is kept. */
export interface RemoteFiles {
  /** What the last scan took, from whichever registry. */
  readonly taken: string;
  /** The index of one registry. */
  readonly index: string;
  /** Directory of its documents, by digest. */
  readonly documents: string;
}

/** Names the files of a registry in the cache; they need not exist. Its address becomes a digest: no part of it is a path. */
export function remoteFiles({ cache }: Pick<XdgPaths, 'cache'>, url: string): RemoteFiles {
  const directory = join(cache, 'remote', digestOf(url));
  return {
    taken: takenFile({ cache }),
    index: join(directory, 'index.json'),
    documents: join(directory, 'sha256'),
  };
}

/** `…/agent-tools/remote/taken.json` */
export function takenFile({ cache }: Pick<XdgPaths, 'cache'>): string {
  return join(cache, 'remote', 'taken.json');
}

/** SHA-256 as 64 hex digits. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Reads a file of the cache as JSON.
 *
 * @returns undefined when it is missing, too large or damaged: what it had can be found out again.
 * @throws the system's error when it is there and cannot be read.
 */
export async function readCachedJson(path: string, maxBytes: number): Promise<unknown> {
  try {
    const { bytes } = await readBoundedFile(path, maxBytes, 'refused');
    return bytes === undefined ? undefined : JSON.parse(decodeUtf8(bytes) ?? '');
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
