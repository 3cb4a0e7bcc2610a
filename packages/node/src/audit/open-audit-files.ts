import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { systemErrorCode } from '../files/system-error.ts';
import { listRotated } from './audit-files.ts';

const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A log that is rotated faster than it can be opened is read as it was found. */
const MAX_ATTEMPTS = 20;

/** One file of a log, open. */
export interface AuditFile {
  readonly path: string;
  readonly file: FileHandle;
}

/**
 * Opens the files of a log, from the oldest, so that none is missed while another process rotates them.
 *
 * The newest is opened first: what is renamed meanwhile is found once more under its next number, and left out there. Two
 * rotations meanwhile would put the files out of order, so that after one all are opened again.
 * @throws the system's error; what is no regular file is an error as well.
 */
export async function openAuditFiles(path: string): Promise<readonly AuditFile[]> {
  for (let attempt = 1; ; attempt += 1) {
    const files = await openOnce(path);
    if (attempt === MAX_ATTEMPTS || (await isNewest(path, files.at(-1)))) return files;
    for (const { file } of files) await file.close();
  }
}

/** Whether the file that was opened as the newest stands in its place still. */
async function isNewest(path: string, newest: AuditFile | undefined): Promise<boolean> {
  const opened = newest?.path === path ? (await newest.file.stat({ bigint: true })).ino : undefined;
  const now = await openOptional(path);
  const ino = now && (await now.stat({ bigint: true })).ino;
  await now?.close();
  return opened === ino;
}

async function openOnce(path: string): Promise<readonly AuditFile[]> {
  const files: AuditFile[] = [];
  const seen = new Set<bigint>();
  try {
    let number = 0;
    for (;;) {
      const name = number === 0 ? path : `${path}.${number}`;
      const file = await openOptional(name);
      if (file !== undefined) {
        files.push({ path: name, file });
        const { ino } = await file.stat({ bigint: true });
        if (seen.has(ino)) await files.pop()?.file.close();
        seen.add(ino);
      }
      // Looked up anew each time: a number that a killed writer left free is no end.
      const next = (await listRotated(path)).find((rotated) => rotated.number > number);
      if (next === undefined) return files.reverse();
      number = next.number;
    }
  } catch (error) {
    for (const { file } of files) await file.close();
    throw error;
  }
}

/** Opens a regular file to be read, through no link. @returns undefined when it is missing. */
export async function openOptional(path: string): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, OPEN_FLAGS);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    throw new TypeError(`${JSON.stringify(path)} is no regular file, and so no part of an audit log.`);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
