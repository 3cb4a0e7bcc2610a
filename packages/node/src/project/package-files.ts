import { lstatSync, readFileSync, statSync, type Stats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Holding } from '@atip/shell';
import { isInside } from '../files/real-path.ts';
import { isOnlyOurs } from '../files/file-owners.ts';
import { allowedOr } from '../files/system-error.ts';

/** Bytes of a lock file, which may name ten thousand packages. */
const MAX_BYTES = 32 * 1024 * 1024;

interface Read {
  readonly mtimeMs: number;
  readonly size: number;
  readonly text: string;
}

const READ = new Map<string, Read>();

/** A file's text, read once until it changes. Undefined: it is not there, is no file, or is too large. */
export function textOf(path: string): string | undefined {
  return allowedOr(undefined, () => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > MAX_BYTES) return undefined;
    const known = READ.get(path);
    if (known?.mtimeMs === stats.mtimeMs && known.size === stats.size) return known.text;
    const text = readFileSync(path, 'utf8');
    READ.set(path, { mtimeMs: stats.mtimeMs, size: stats.size, text });
    return text;
  });
}

export function statsOf(path: string): Stats | undefined {
  return allowedOr(undefined, () => lstatSync(path, { throwIfNoEntry: false }));
}

/** A directory and those above it, up to the root. */
export function upwards(directory: string, root: string): readonly string[] {
  const found: string[] = [];
  for (let at = directory; isInside(at, root); at = dirname(at)) {
    found.push(at);
    if (at === dirname(at)) break;
  }
  return found;
}

/** Why another user could have written one of these paths. Undefined: no other user could. */
export function whyOpen(root: string, ...paths: readonly string[]): Holding | undefined {
  const open = paths.map((path) => writtenByOthers(path, root)).find((path) => path !== undefined);
  if (open === undefined) return undefined;
  return other(`other users can write ${root === '/' ? open : relative(root, open) || open}`);
}

/**
 * The first path, from the root down to this one, that another user can write.
 * @param path in the root
 */
export function writtenByOthers(path: string, root: string): string | undefined {
  return upwards(path, root).findLast((at) => {
    const stats = statsOf(at);
    return stats !== undefined && !stats.isSymbolicLink() && !isOnlyOurs(stats, true);
  });
}

/** Ms by which clocks of files may differ. */
const LEEWAY = 2000;

/** True for a file that was changed after another was written, or if one of them is missing. */
export function isLater(file: string, mark: string): boolean {
  const [one, other] = [statsOf(file), statsOf(mark)];
  return one === undefined || other === undefined || one.mtimeMs > other.mtimeMs + LEEWAY;
}

/** The nearest directory, up to the root, that has one of these files, and the names of those it has. */
export function nearest(
  directory: string,
  root: string,
  names: readonly string[],
): { readonly at: string; readonly files: readonly string[] } | undefined {
  for (const at of upwards(directory, root)) {
    const files = names.filter((name) => statsOf(join(at, name))?.isFile() === true);
    if (files.length > 0) return { at, files };
  }
  return undefined;
}

export const INSTALLED: Holding = { is: 'installed' };

export function other(why: string): Holding {
  return { is: 'other', why };
}

export function missing(why: string): Holding {
  return { is: 'missing', why };
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
