import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { posix } from 'node:path';
import { systemErrorCode } from './system-error.ts';

/** As many as the kernel follows. */
const MAX_LINKS = 40;

/**
 * Resolves the links of a path as the kernel does, as deep as it exists: also a link to a file that is not there yet, and `..`
 * behind a link.
 * @param path absolute
 * @returns undefined where it cannot be told: links in a circle, a name that is too long
 */
export function realPath(path: string): string | undefined {
  return follow(path, MAX_LINKS);
}

function follow(path: string, left: number): string | undefined {
  if (left === 0) return undefined;
  try {
    return realpathSync.native(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ELOOP' || code === 'ENAMETOOLONG') return undefined;
  }
  const trimmed = path.replace(/\/+$/, '') || '/';
  if (trimmed === '/') return '/';
  const cut = trimmed.lastIndexOf('/');
  const name = trimmed.slice(cut + 1);
  const parent = follow(trimmed.slice(0, cut) || '/', left);
  if (parent === undefined || name === '.') return parent;
  if (name === '..') return posix.dirname(parent);
  const here = posix.join(parent, name);
  const target = linkTarget(here);
  return target === undefined ? here : follow(posix.isAbsolute(target) ? target : `${parent}/${target}`, left - 1);
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    // Nothing is there, or nobody may look: the name stays as it is.
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** More entries than a person lists. */
const MAX_ENTRIES = 5000;

/** The names of the links directly in a directory; none of one that nobody may read. */
export function linksIn(directory: string): readonly string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries
      .slice(0, MAX_ENTRIES)
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => name);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return [];
  }
}
