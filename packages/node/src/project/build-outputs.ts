import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unlessRefused } from '../files/system-error.ts';
import { type HeadReader, UnreadRepository } from './git-objects.ts';
import { PYTHON_LOCKS } from './python-packages.ts';

/** Directories that builds, tests and installs make again. */
const BUILT: ReadonlySet<string> = new Set(
  (
    'node_modules dist build out target coverage htmlcov __pycache__ _build DerivedData .next .nuxt .output .svelte-kit .astro .angular .expo .turbo ' +
    '.parcel-cache .vite .gradle .nyc_output .tox .nox .eggs .pytest_cache .mypy_cache .ruff_cache .dart_tool .venv vendor'
  ).split(' '),
);

/** Lock files, of which one must say what is made again. */
const BY_LOCK: ReadonlyMap<string, readonly string[]> = new Map([
  ['.venv', PYTHON_LOCKS],
  ['vendor', ['composer.lock', 'Gemfile.lock', 'go.sum']],
]);

/** Most directories that are looked through for a repository. */
const MAX_DIRECTORIES = 30_000;

/**
 * True for a place in a directory that builds make again: HEAD's `.gitignore` names it, nothing in it is tracked, and the place holds
 * no repository. @param path real, in the work tree
 */
export function isBuiltAgain(
  path: string,
  {
    tree,
    head,
    tracked,
  }: { readonly tree: string; readonly head: HeadReader; readonly tracked: () => readonly string[] },
): boolean {
  const steps = path.slice(tree.length + 1).split('/');
  const at = steps.findIndex((step, index) => BUILT.has(step) && isNamed(steps.slice(0, index + 1), head));
  if (at < 0) return false;
  const directory = steps.slice(0, at + 1).join('/');
  const isTracked = tracked().some((one) => one === directory || one.startsWith(`${directory}/`));
  return !isTracked && !head.entriesOf(steps.slice(0, at).join('/')).has(steps[at] ?? '') && !holdsRepository(path);
}

/** True if a `.gitignore` of HEAD names the directory, and no other line there might take that back. */
function isNamed(steps: readonly string[], head: HeadReader): boolean {
  const name = steps.at(-1) ?? '';
  const locks = BY_LOCK.get(name);
  if (locks && !locks.some((lock) => head.entriesOf(steps.slice(0, -1).join('/')).has(lock))) return false;
  let isIgnored = false;
  for (let depth = 0; depth < steps.length; depth++) {
    const entry = head.entriesOf(steps.slice(0, depth).join('/')).get('.gitignore');
    if (entry?.mode !== 'file') continue;
    const local = steps.slice(depth).join('/');
    for (const line of head.textOf(entry.id).split(/\r?\n/)) {
      const pattern = line.trimEnd();
      if (pattern.startsWith('!')) isIgnored &&= !pattern.includes(name) && !/[*?[\\]/.test(pattern);
      else if (fits(pattern, local, name)) isIgnored = true;
    }
  }
  return isIgnored;
}

/** Names without signs of globs alone: `dist`, `/dist/`, `packages/a/dist`, and what is in it: `dist/*`. */
function fits(pattern: string, local: string, name: string): boolean {
  const plain = pattern.replace(/^\*\*\//, '').replace(/\/(?:\*{1,2})?$/, '');
  const isAnywhere = !plain.includes('/');
  return isAnywhere ? plain === name : plain.replace(/^\//, '') === local;
}

function holdsRepository(path: string): boolean {
  const open = [path];
  for (let count = 0, at = open.pop(); at !== undefined; at = open.pop(), count++) {
    if (count > MAX_DIRECTORIES) throw new UnreadRepository(path);
    const directory = at;
    const entries = unlessRefused(
      () => readdirSync(directory, { withFileTypes: true }),
      (code) => {
        // A file has no entries.
        if (code === 'ENOTDIR') return [];
        throw new UnreadRepository(directory);
      },
    );
    for (const entry of entries) {
      if (entry.name.toLowerCase() === '.git') return true;
      if (entry.isDirectory()) open.push(join(directory, entry.name));
    }
  }
  return false;
}
