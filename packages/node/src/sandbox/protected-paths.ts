import { join, relative } from 'node:path';
import { isInside } from './is-inside.ts';
import { protectedPlaces } from './protected-places.ts';
import { resolveExisting } from './resolve-existing.ts';

export interface ProtectedPaths {
  /** To be read-only. */
  readonly protected: readonly string[];
  /** Writable directories between, which must not be moved away with what is protected in them. */
  readonly pinned: readonly string[];
}

/**
 * Finds what stays read-only inside a writable directory.
 *
 * Limits: the directory's own `.git/hooks`, `.bashrc` and so on, as far as they exist, also where only a part lies inside
 * (`hooks` when `.git` itself is writable). What does not exist cannot be protected, because a mount needs something to
 * lie upon, and we create nothing in a person's directory.
 * @param writable real path
 */
export function protectedPaths(writable: string): ProtectedPaths {
  const found = protectedPlaces(writable)
    .filter((path) => isInside(path, writable))
    .flatMap((path) => resolveExisting(path) ?? [])
    .filter((path) => path !== writable && isInside(path, writable));
  return {
    protected: [...new Set(found)],
    pinned: [...new Set(found.flatMap((path) => between(path, writable)))],
  };
}

/** The directories strictly between a path and one that it lies in. */
function between(path: string, directory: string): string[] {
  const names = relative(directory, path).split('/').slice(0, -1);
  return names.map((_name, index) => join(directory, ...names.slice(0, index + 1)));
}
