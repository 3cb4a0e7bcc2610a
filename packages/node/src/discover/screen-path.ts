import { type SkippedTool, skip } from '../documents/tool-document.ts';
import { createPathLocator, currentAccount } from '../executables/find-executable.ts';
import type { Environment } from '../process/child-environment.ts';
import { type ListedExecutable, listExecutables } from './list-executables.ts';
import { checkPathDirectories } from './path-directories.ts';
import { createMarkerReader } from './read-markers.ts';
import type { ScanCache, ScreenedFile, ScreenVerdict } from './scan-cache.ts';
import { cachedVerdict, screenExecutable } from './screen-executable.ts';

interface ScreenSettings {
  /** Only its `PATH` is used. */
  readonly env: Environment;
  readonly projectDirectory?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ScreenCounts {
  /** PATH entries that were used. */
  readonly directories: number;
  /** Programs with a verdict. */
  readonly executables: number;
  readonly skipped: number;
  /** Verdicts that came from the cache. */
  readonly cached: number;
  /** Files that were read, including wrapped ones. */
  readonly read: number;
  /** Bytes that were read. */
  readonly bytes: number;
  readonly marked: number;
  readonly canonical: number;
}

interface ScreenedProgram {
  readonly executable: ListedExecutable;
  readonly verdict: ScreenVerdict;
  /** State of the program and of every file that it starts; changes when any of them does. */
  readonly state: string;
}

export interface Screening {
  /** In the order of the PATH. */
  readonly programs: readonly ScreenedProgram[];
  /** Entries of the PATH, except missing ones, and programs. */
  readonly skipped: readonly SkippedTool[];
  readonly counts: ScreenCounts;
  /** For the next screening. */
  readonly files: ScanCache['files'];
  /** False: `files` equals the earlier ones, so nothing needs saving. */
  readonly isChanged: boolean;
}

/** Programs between two reports. */
const REPORT_EVERY = 50;

/**
 * Searches the PATH for programs that may describe themselves, without running any, and yields the number of those done.
 *
 * Limits: POSIX. 1,300 programs of 940 MB take half a second on two cores, and 30 ms when `before` knows them. A
 * marker that a compiler split is not found, so `unmarked` does not prove that a program has no `--agent`.
 * @param before verdicts of an earlier screening
 * @throws the signal's reason once it is aborted.
 * @see ATIP 0.3 §5.2
 */
export async function* screenPath(
  { env, projectDirectory, signal }: ScreenSettings,
  before: ScanCache['files'] = {},
): AsyncGenerator<number, Screening, undefined> {
  signal?.throwIfAborted();
  const counts = { directories: 0, executables: 0, skipped: 0, cached: 0, read: 0, bytes: 0, marked: 0, canonical: 0 };
  const account = currentAccount();
  if (account === null) {
    const reason = 'This system does not show who may write to the programs on the PATH. Name the programs to ask.';
    const { skipped } = skip('PATH', 'unreadable', reason);
    return { programs: [], skipped: [skipped], counts, files: before, isChanged: false };
  }
  const places = { account, locate: createPathLocator(account), projectDirectory, signal };
  const directories = checkPathDirectories(env, places);
  const safe = directories.filter((directory) => directory.safe);
  const listed = await listExecutables(safe, places);
  const refused = directories.flatMap((directory) =>
    directory.safe || directory.code === 'missing'
      ? []
      : skip(directory.path, directory.code, directory.reason).skipped,
  );
  const skipped: SkippedTool[] = [...refused, ...listed.skipped];
  const programs: ScreenedProgram[] = [];
  const files: Record<string, ScreenedFile> = {};
  const reader = createMarkerReader(signal);
  for (const executable of listed.executables) {
    signal?.throwIfAborted();
    const cached = cachedVerdict(executable, before, places);
    // A scan with a warm cache has nothing to await.
    const file = cached ?? (await screenExecutable(executable, places, reader.read));
    if ('code' in file) {
      skipped.push(skip(executable.foundAs, file.code, file.reason).skipped);
      continue;
    }
    if (cached) counts.cached += 1;
    if (file.verdict !== 'unmarked') counts[file.verdict] += 1;
    files[executable.path] = file;
    const state = [file.stamp, ...file.targets.map(({ stamp }) => stamp)].join(' ');
    programs.push({ executable, verdict: file.verdict, state });
    if (programs.length % REPORT_EVERY === 0) yield programs.length;
  }
  const isChanged = counts.cached < programs.length || Object.keys(files).length !== Object.keys(before).length;
  const all = { ...counts, ...reader.counts, directories: safe.length, executables: programs.length };
  return { programs, skipped, counts: { ...all, skipped: skipped.length }, files, isChanged };
}
