import { type FileHandle, link, lstat, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDirectory } from './ensure-directory.ts';
import { formatHolder, holderState, type LockHolder, parseHolder } from './lock-holder.ts';
import { readBoundedFile } from './read-bounded-file.ts';
import { removeStrayFiles } from './remove-stray-files.ts';
import { systemErrorCode } from './system-error.ts';
import { temporaryName } from './temporary-name.ts';

/** `wait: false`: somebody else was faster, and what to do next is to look again. */
export type TicketOutcome =
  | { readonly release: () => Promise<void> }
  | { readonly wait: boolean; readonly holder: number | undefined };

const AGAIN: TicketOutcome = { wait: false, holder: undefined };
/** How long a ticket counts whose process cannot be looked up. Milliseconds. */
const FOREIGN_AGE = 10_000;
/** So many older tickets stay, for those who looked before the newest were there: their number must still be taken. */
const KEPT = 16;
/** Ticket numbers; beyond them two would be the same number. */
const TICKET = /^[1-9]\d{0,14}$/;
/** Bytes; no ticket has as many. */
const MAX_TICKET = 4096;

/** The temporary files of all tickets are named after this, so that a later holder knows which to remove. */
const TEMPORARY = 'ticket';

/** Tries once to become the holder of a lock directory. */
export async function takeTicket(directory: string, self: LockHolder): Promise<TicketOutcome> {
  await ensureDirectory(directory);
  const highest = Math.max(0, ...(await listTickets(directory)));
  const busy = highest === 0 ? undefined : await findHolder(join(directory, String(highest)), self);
  if (busy !== undefined) return busy;
  const number = highest + 1;
  const file = await linkTicket(directory, number, self);
  if (file === undefined) return AGAIN;
  const release = async (): Promise<void> => {
    try {
      await file.truncate(0);
    } finally {
      await file.close();
    }
  };
  try {
    const tickets = await listTickets(directory);
    if (tickets.some((other) => other > number)) {
      // What was the highest when we looked has been used and removed since: this number is long past.
      await release();
      return AGAIN;
    }
    await removeOld(directory, tickets, number);
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

async function listTickets(directory: string): Promise<number[]> {
  return (await readdir(directory)).filter((name) => TICKET.test(name)).map(Number);
}

/** @returns undefined when the ticket has been given back, by its holder or by its holder's end. */
async function findHolder(path: string, self: LockHolder): Promise<TicketOutcome | undefined> {
  try {
    // What another program put in this place, such as a pipe, must not make us wait.
    const { bytes } = await readBoundedFile(path, MAX_TICKET);
    if (bytes?.byteLength === 0) return undefined;
    const holder = bytes && parseHolder(Buffer.from(bytes).toString('utf8'));
    const state = holder === undefined ? 'unknown' : await holderState(holder, self);
    if (state === 'dead') return undefined;
    // A clock that was set back must not make a ticket count for years.
    if (state === 'unknown' && Math.abs(Date.now() - (await lstat(path)).mtimeMs) > FOREIGN_AGE) return undefined;
    return { wait: true, holder: holder?.pid };
  } catch (error) {
    // Removed, and so is no longer the highest.
    if (systemErrorCode(error) === 'ENOENT') return AGAIN;
    throw error;
  }
}

/**
 * Puts a ticket in place with its content, so that nobody sees an empty one.
 *
 * @returns the open file, by which alone the holder gives it back: the name may have become another's. Absent when the
 * number is taken, or when our own file was removed because we slept for more than a minute.
 */
async function linkTicket(directory: string, number: number, self: LockHolder): Promise<FileHandle | undefined> {
  const temporary = temporaryName(join(directory, TEMPORARY));
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(formatHolder(self));
    await link(temporary, join(directory, String(number)));
  } catch (error) {
    await file.close();
    await removeIfThere(temporary);
    const code = systemErrorCode(error);
    if (code === 'EEXIST' || code === 'ENOENT') return undefined;
    throw error;
  }
  await removeIfThere(temporary);
  return file;
}

async function removeOld(directory: string, tickets: readonly number[], number: number): Promise<void> {
  const old = tickets.filter((other) => other <= number - KEPT);
  for (const other of old) await removeIfThere(join(directory, String(other)));
  // Rarely, since it looks at every name.
  if (number % KEPT === 0) await removeStrayFiles(join(directory, TEMPORARY), Date.now());
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}
