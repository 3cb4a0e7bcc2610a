import { dirname, isAbsolute, join } from 'node:path';
import type { AtipEffects } from '@atip/core';
import { sandboxAccess } from '@atip/core/internal';
import { isInside } from '../files/is-inside.ts';
import { guardAround } from '../planted/guarded-names.ts';
import { isSystemDirectory, resolveExisting } from './known-places.ts';

export interface WritableRequest {
  /** Real paths, except for the roots. */
  readonly cwd: string;
  readonly home: string;
  readonly effects: AtipEffects;
  readonly writableRoots: readonly string[];
}

export interface WritablePaths {
  /** Real and existing; none lies in another. */
  readonly writable: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Decides what a program may change: what its metadata asks for, cut down to what the person allows.
 *
 * Never `/`, the home directory as a whole, or the system; a dot-directory of the home only where a root lies in it. A path
 * that does not exist makes the nearest directory above it writable, where the person allows that one.
 * @see ATIP 0.3 §3.6
 */
export function writablePaths(request: WritableRequest): WritablePaths {
  const { changes, unstated } = sandboxAccess(request.effects);
  if (changes === 'nothing') return { writable: [], notes: reasonsForNothing(request.effects, unstated) };
  const roots = request.writableRoots.flatMap((root) => resolveExisting(root) ?? []);
  const notes: string[] = [];
  const allowed = (changes === 'working-directory' ? [request.cwd] : changes).flatMap((declared) => {
    const decision = decide(declared, roots, request);
    notes.push(...decision.notes);
    return decision.writable;
  });
  return { writable: withoutNested(allowed), notes: [...new Set(notes)] };
}

const UNKNOWN = 'The metadata does not say whether the program changes files, so it can change none.';
const NO_PATH = 'The metadata names no path that the program changes, so it can change none.';

function reasonsForNothing({ filesystem }: AtipEffects, unstated: readonly string[]): string[] {
  if (unstated.includes('changes')) return [UNKNOWN];
  return filesystem?.paths?.length === 0 && (filesystem.write === true || filesystem.delete === true) ? [NO_PATH] : [];
}

function decide(declared: string, roots: readonly string[], request: WritableRequest): WritablePaths {
  const name = JSON.stringify(declared);
  if (declared.includes('\0')) return { writable: [], notes: [`${name} is no path, so it is not writable.`] };
  const wanted = absolutePath(declared, request);
  const existing = nearestExisting(wanted);
  const isMissing = resolveExisting(wanted) === null;
  // What is missing outside is no reason to open what is inside.
  const cut = roots.flatMap((root) => (isMissing && !isInside(existing, root) ? [] : intersect(existing, root)));
  if (cut.length === 0) return { writable: [], notes: [`${name} is not among the directories that may be changed.`] };
  const refused = cut.flatMap((path) => refusal(path, roots, request.home) ?? []);
  const writable = cut.filter((path) => refusal(path, roots, request.home) === undefined);
  const notes = refused.map((reason) => `${name} is not writable: ${reason}.`);
  if (isMissing && writable.length > 0) {
    notes.push(`${name} does not exist, so ${writable.join(', ')} is writable as a whole.`);
  } else if (writable.some((path) => path !== existing)) {
    notes.push(`Of ${name} only ${writable.join(', ')} is writable.`);
  }
  return { writable, notes };
}

function absolutePath(declared: string, { cwd, home }: WritableRequest): string {
  if (declared === '~' || declared.startsWith('~/')) return join(home, declared.slice(1));
  return isAbsolute(declared) ? join(declared) : join(cwd, declared);
}

function nearestExisting(path: string): string {
  return resolveExisting(path) ?? nearestExisting(dirname(path));
}

function intersect(path: string, root: string): string[] {
  if (isInside(path, root)) return [path];
  return isInside(root, path) ? [root] : [];
}

function refusal(path: string, roots: readonly string[], home: string): string | undefined {
  if (path === home || isInside(home, path)) return 'it is or holds the whole home directory';
  if (isSystemDirectory(path)) return 'it belongs to the system';
  const guard = guardAround(path);
  if (guard !== undefined) return `${guard.place} decides what other programs run`;
  if (!isInside(path, home)) return undefined;
  const [first = ''] = path.slice(home.length + 1).split('/');
  const named = roots.some((root) => isInside(root, join(home, first)));
  return first.startsWith('.') && !named
    ? 'it lies in a directory of settings that was not allowed by its name'
    : undefined;
}

function withoutNested(paths: readonly string[]): string[] {
  const unique = [...new Set(paths)];
  return unique.filter((path) => !unique.some((other) => other !== path && isInside(path, other)));
}
