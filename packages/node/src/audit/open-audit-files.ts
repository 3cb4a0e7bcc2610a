import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { systemErrorCode } from '../files/system-error.ts';
import { listRotated } from './audit-files.ts';

const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** One file of a log, open. */
export interface AuditFile {
  readonly path: string;
  readonly file: FileHandle;
}

/**
 * Opens the files of a log, from the oldest, so that none is missed while another process rotates them.
 *
 * The newest is opened first: what is renamed meanwhile is found once more under its next number, and left out there.
 * @throws the system's error; what is no regular file is an error as well.
 */
export async function openAuditFiles(path: string): Promise<readonly AuditFile[]> {
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
