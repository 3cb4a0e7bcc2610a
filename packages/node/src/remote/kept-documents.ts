import { lstat, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextFile } from '../documents/read-text-file.ts';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import { digestOf } from './remote-files.ts';
import { SHA256 } from './remote-index.ts';

/** Ms for which a document that nobody needs stays: another process may be about to need it. */
const GRACE = 3_600_000;

/** Reads a document that is kept. @returns undefined when there is none, or its bytes are no longer those of its digest. */
export async function readKeptDocument(directory: string, sha256: string): Promise<string | undefined> {
  const reading = await readTextFile(fileOf(directory, sha256));
  return 'skipped' in reading || digestOf(reading.text) !== sha256 ? undefined : reading.text;
}

/** Keeps a document whose digest was checked. @throws the system's error. */
export async function keepDocument(directory: string, sha256: string, text: string): Promise<void> {
  await ensureDirectory(directory);
  await writeFileAtomically(fileOf(directory, sha256), text);
}

/** Removes documents that nobody needs any more, by the time of the file system. @throws the system's error. */
export async function dropDocuments(directory: string, needed: ReadonlySet<string>, now: number): Promise<void> {
  for (const file of await listFiles(directory)) {
    const sha256 = file.replace(/\.json$/, '');
    if (SHA256.test(sha256) && !needed.has(sha256)) await dropWhenOld(join(directory, file), now);
  }
}

async function listFiles(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function dropWhenOld(path: string, now: number): Promise<void> {
  try {
    const stats = await lstat(path);
    if (stats.isFile() && now - stats.mtimeMs > GRACE) await unlink(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}

/** @throws RangeError for what is no digest: nothing else becomes a path. */
function fileOf(directory: string, sha256: string): string {
  if (!SHA256.test(sha256)) throw new RangeError('A document is kept by its digest.');
  return join(directory, `${sha256}.json`);
}
