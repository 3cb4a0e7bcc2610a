import { basename, dirname, join } from 'node:path';
import { isInside } from '../files/is-inside.ts';
import { resolveExisting } from './resolve-existing.ts';

/** What a program needs around it although it lies in a directory that begins empty. */
export interface Surroundings {
  /** Taken back, read-only. */
  readonly rebound: readonly string[];
  /** Empty directories to be made. */
  readonly made: readonly string[];
  /** Where a link to the program has to be, its own being lost. */
  readonly links: readonly string[];
}

export interface SurroundingsRequest {
  readonly executable: string;
  readonly foundAs: string;
  readonly cwd: string;
  readonly home: string;
  readonly network: boolean;
  /** Whether the home directory is among the emptied. */
  readonly emptyHome: boolean;
  readonly emptied: readonly string[];
  readonly writable: readonly string[];
}

/** Where NixOS has its programs. */
const PROGRAMS_IN_RUN = '/run/current-system';
const NAME_SERVERS = '/etc/resolv.conf';

/**
 * Finds what has to be brought back into directories that begin empty: the program, where it works, its home directory,
 * and with the network the addresses of name servers.
 *
 * A program that lies directly in such a directory comes back alone, else with the directory that it lies in.
 */
export function visibleSurroundings(request: SurroundingsRequest): Surroundings {
  const { executable, foundAs, cwd, home, emptied, writable } = request;
  const rebound: string[] = [];
  const isGone = (path: string): boolean => {
    const around = deepest(path, [...emptied, ...writable, ...rebound]);
    return around !== undefined && path !== around && emptied.includes(around);
  };
  const bringBack = (path: string | null): void => {
    if (path !== null && isGone(path)) rebound.push(path);
  };
  if (!request.emptyHome) bringBack(resolveExisting(home));
  const emptyHere = request.emptyHome && isInside(cwd, home);
  if (!emptyHere) bringBack(cwd);
  bringBack(emptied.includes(dirname(executable)) ? executable : dirname(executable));
  bringBack(resolveExisting(PROGRAMS_IN_RUN) === null ? null : PROGRAMS_IN_RUN);
  if (request.network) bringBack(resolveExisting(NAME_SERVERS));
  const directory = resolveExisting(dirname(foundAs)) ?? dirname(foundAs);
  const names = [...new Set([foundAs, join(directory, basename(foundAs))])];
  return {
    rebound,
    made: emptyHere && isGone(cwd) ? [cwd] : [],
    links: names.filter((name) => name !== executable && isGone(name)),
  };
}

function deepest(path: string, directories: readonly string[]): string | undefined {
  return directories
    .filter((directory) => isInside(path, directory))
    .toSorted((first, second) => second.length - first.length)[0];
}
