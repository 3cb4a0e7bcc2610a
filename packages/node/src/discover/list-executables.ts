import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SAFE_NAME, type SkippedTool, skip } from '../documents/tool-document.ts';
import { type Account, checkWriters, type OwnerFields, type ProgramRefusal } from '../executables/find-executable.ts';
import { stampOf } from '../executables/executable-identity.ts';
import { describeSystemError, unlessRefusedLater } from '../files/system-error.ts';
import { type PathSearch, type SafeDirectory, createProjectCheck, type ProjectCheck } from './path-directories.ts';

/** A program found by a name on the PATH. */
export interface ListedExecutable {
  readonly name: string;
  /** Its path on the PATH. */
  readonly foundAs: string;
  /** The file itself, every link resolved. */
  readonly path: string;
  /** State of the file: device, inode, size, mtime and ctime. */
  readonly stamp: string;
  /** Bytes. */
  readonly size: number;
}

export interface ExecutableListing {
  /** In the order of the directories, by name within each. */
  readonly executables: readonly ListedExecutable[];
  readonly skipped: readonly SkippedTool[];
}

const SET_ID = 0o6000;
/** Names processed between two turns of the event loop; about a millisecond. */
const SLICE = 256;
/** Codes of files that a shell skips when it looks up a name; it would run any other. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  ...['unsafe-name', 'missing', 'broken-link', 'symlink-loop', 'unreadable', 'not-a-file', 'not-executable'],
]);

/**
 * Lists the programs of directories, without opening any; of several with one name the first counts, even if it is
 * skipped.
 * @throws the signal's reason once it is aborted.
 */
export async function listExecutables(
  directories: readonly SafeDirectory[],
  settings: PathSearch,
): Promise<ExecutableListing> {
  const executables: ListedExecutable[] = [];
  const skipped: SkippedTool[] = [];
  const isInProject = createProjectCheck(settings.projectDirectory);
  const taken = new Map<string, string>();
  let seen = 0;
  for (const directory of directories) {
    const names = await readNames(directory.real);
    if (typeof names === 'string') skipped.push(skip(directory.path, 'directory-unreadable', names).skipped);
    for (const name of typeof names === 'string' ? [] : names) {
      seen += 1;
      if (seen % SLICE === 0) await setImmediate(undefined, { signal: settings.signal });
      const foundAs = `${directory.path.replace(/\/+$/, '')}/${name}`;
      const winner = taken.get(name);
      const found =
        winner === undefined ? judge(name, `${directory.real}/${name}`, settings, isInProject) : shadowed(winner);
      if ('code' in found) skipped.push(skip(foundAs, found.code, found.reason).skipped);
      else executables.push({ name, foundAs, ...found });
      if (winner === undefined && !('code' in found && PASSED_OVER.has(found.code))) taken.set(name, foundAs);
    }
  }
  return { executables, skipped };
}

function shadowed(winner: string): ProgramRefusal {
  return { code: 'shadowed', reason: `${winner} comes earlier on the PATH.` };
}

function judge(
  name: string,
  place: string,
  settings: PathSearch,
  isInProject: ProjectCheck,
): ProgramRefusal | Pick<ListedExecutable, 'path' | 'stamp' | 'size'> {
  if (!SAFE_NAME.test(name)) return { code: 'unsafe-name', reason: 'Its name cannot be shown or typed.' };
  const { path, stats, refusal } = settings.locate(place);
  if (refusal !== undefined) return refusal;
  if (!stats.isFile()) return { code: 'not-a-file', reason: 'It is not a regular file.' };
  if (!mayExecute(stats, settings.account)) return { code: 'not-executable', reason: 'You may not execute it.' };
  if ((Number(stats.mode) & SET_ID) !== 0) {
    return { code: 'setuid', reason: 'It runs with the rights of another user or group.' };
  }
  if (basename(dirname(path)) === 'sbin') {
    return { code: 'system-administration', reason: 'It is for administering the system.' };
  }
  if (isInProject(place, path)) {
    return { code: 'inside-project', reason: 'It leads into the project, whose files are not trusted to run.' };
  }
  const writers = checkWriters(path, stats, settings.account);
  return writers ?? { path, stamp: stampOf(stats), size: Number(stats.size) };
}

/** The permission bits for the account; root needs any of them. */
function mayExecute(stats: OwnerFields, { uid, gids }: Account): boolean {
  const mode = Number(stats.mode);
  if (uid === 0) return (mode & 0o111) !== 0;
  if (Number(stats.uid) === uid) return (mode & 0o100) !== 0;
  return (mode & (gids.includes(Number(stats.gid)) ? 0o010 : 0o001)) !== 0;
}

/** @returns a sentence when it cannot be read, for example because it was removed. */
async function readNames(directory: string): Promise<string[] | string> {
  const names = await unlessRefusedLater(
    readdir(directory),
    (code) => `It cannot be read: ${describeSystemError(code)}.`,
  );
  return typeof names === 'string' ? names : names.sort();
}
