import { appendFileSync, lstatSync, readFileSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '@atip/core/internal';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { makeDirectory } from '../files/make-directory.ts';
import { parseJson } from '../files/read-bounded-file.ts';
import { isInside } from '../files/real-path.ts';

/** A person's state about projects. It lies outside of them, where no agent writes. */
export interface ProjectState {
  /** The root with which a session was first seen: `root`, if it is new. */
  firstSeen(session: string, root: string): string;
  /** When a session was first seen, in ms. Undefined: it was not. */
  seenSince(session: string): number | undefined;
  /** All trusted roots. */
  trusted(): readonly string[];
  trust(root: string): void;
  /** @returns false if it was not trusted */
  distrust(root: string): boolean;
  /**
   * Absolute places whose content came from elsewhere, whether or not they exist yet. All projects share the list,
   * because another work tree, a submodule or a directory around them is another project with the same files.
   */
  fetched(): readonly string[];
  /** Adds the places that are not in the list yet. */
  remember(places: readonly string[]): void;
  /** Removes the places in a directory from the list. @returns them */
  release(directory: string): readonly string[];
}

/** The state cannot be believed: another user can write it, or it is damaged. */
export class ProjectStateError extends Error {
  override readonly name = 'ProjectStateError';
}

/** Bytes of one file; a place has some hundred. */
const MAX_BYTES = 4_194_304;

/**
 * Opens the person's state about projects. Its files are only ever appended to, in one write: hooks need no lock, never
 * wait for each other, and lose no line of another hook.
 *
 * Shape: one JSON object on each line of `projects/trusted`, `projects/fetched` and `projects/sessions/AGENT=20ID`. For
 * a session the first line counts, for any other place its last one.
 *
 * @throws ProjectStateError, from its functions, when a file or its directory is not this person's, or a file is
 * damaged
 */
export function openProjectState(env: Environment): ProjectState {
  const { home, state } = xdgPaths(env);
  const base = join(state, 'projects');
  const write = (name: string, entries: readonly Entry[]): void => append(join(base, name), entries, home);
  const read = (name: string): readonly Entry[] => readEntries(base, name);
  const places = (name: string): readonly string[] => {
    const kept = new Set<string>();
    for (const { place, released } of read(name))
      if (released === true) kept.delete(place);
      else kept.add(place);
    return [...kept];
  };
  const add = (name: string, more: readonly string[]): void => {
    const known = new Set(places(name));
    const fresh = more.filter((place) => !known.has(place));
    write(
      name,
      fresh.map((place) => ({ place })),
    );
  };
  const remove = (name: string, isWanted: (place: string) => boolean): readonly string[] => {
    const removed = places(name).filter(isWanted);
    write(
      name,
      removed.map((place) => ({ place, released: true })),
    );
    return removed;
  };
  return {
    firstSeen(session, root) {
      const name = join('sessions', fileNameOf(session));
      if (read(name).length === 0) write(name, [{ place: root }]);
      // Of two hooks at once the first to write counts for both.
      return read(name)[0]?.place ?? root;
    },
    seenSince: (session) => lstatSync(join(base, 'sessions', fileNameOf(session)), { throwIfNoEntry: false })?.ctimeMs,
    trusted: () => places('trusted'),
    trust: (root) => add('trusted', [root]),
    distrust: (root) => remove('trusted', (place) => place === root).length > 0,
    fetched: () => places('fetched'),
    remember: (more) => add('fetched', more),
    release: (directory) => remove('fetched', (place) => isInside(place, directory)),
  };
}

/** Digests would load more code than the rest of a hook. */
function fileNameOf(session: string): string {
  return session.replace(/[^\w-]/gu, (letter) => `=${letter.codePointAt(0)?.toString(16)}`).slice(0, MAX_NAME);
}

/** Bytes of a name that file systems take. */
const MAX_NAME = 200;

interface Entry {
  readonly place: string;
  readonly released?: boolean;
}

/** @returns an empty list for a missing file */
function readEntries(base: string, name: string): readonly Entry[] {
  const file = join(base, name);
  for (const directory of [base, dirname(file)]) {
    const around = lstatSync(directory, { throwIfNoEntry: false });
    if (around === undefined) return [];
    if (!isOurs(around, 'isDirectory'))
      throw new ProjectStateError(`${directory} is no directory that only you can write. Remove it.`);
  }
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!isOurs(stats, 'isFile') || stats.size > MAX_BYTES)
    throw new ProjectStateError(`${file} is no file that only you can write. Remove it.`);
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    if (line === '') return [];
    const value = parseJson(line);
    const place = isRecord(value) ? value['place'] : undefined;
    if (!isRecord(value) || typeof place !== 'string')
      throw new ProjectStateError(`${file} is damaged. Remove it; its contents are then lost.`);
    return [{ place, released: value['released'] === true }];
  });
}

function isOurs(stats: Stats, kind: 'isFile' | 'isDirectory'): boolean {
  return (
    stats[kind]() && (process.getuid === undefined || stats.uid === process.getuid()) && (stats.mode & 0o022) === 0
  );
}

/** Appends in one write. It begins with a line break, because an earlier write may have been cut off on a full disk. */
function append(file: string, entries: readonly Entry[], home: string): void {
  if (entries.length === 0) return;
  makeDirectory(dirname(file), home);
  appendFileSync(file, `\n${entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')}`, { mode: 0o600 });
}
