import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';

/** A package of the lock file: one of ours, or one of others that is installed. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Where it lies, from the repository's root. */
  readonly path: string;
  /** SPDX expression, as its own package.json says. Absent: it says nothing. */
  readonly license?: string;
  /** As the registry says it: `sha512-` and base64. Absent for ours. */
  readonly integrity?: string;
  /** Paths of what it depends on. */
  readonly dependsOn: readonly string[];
}

interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

type LockEntries = Readonly<Record<string, LockEntry>>;

/**
 * Some packages and everything that is installed with them, by `dependencies` all the way down; sorted by path.
 *
 * Optional and peer dependencies are left to whoever installs; a peer that is needed is a dependency of ours as well.
 *
 * @param folders workspaces such as `packages/cli`, or packages of others such as `node_modules/hono`
 * @throws Error where the lock file misses one
 */
export function productionGraph(folders: readonly string[]): readonly LockedPackage[] {
  const { packages }: { packages: LockEntries } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const found = new Map<string, LockedPackage>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    const entry = packages[path];
    if (entry === undefined) throw new Error(`package-lock.json has no ${path}.`);
    const dependsOn = Object.keys(entry.dependencies ?? {}).map((name) => resolvePackage(packages, path, name));
    found.set(path, lockedPackage(path, entry, dependsOn.sort()));
    dependsOn.forEach(visit);
  };
  folders.forEach(visit);
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function lockedPackage(path: string, entry: LockEntry, dependsOn: readonly string[]): LockedPackage {
  const { version = '', license, integrity } = entry;
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return {
    name,
    version,
    path,
    ...(license !== undefined && { license }),
    ...(integrity !== undefined && { integrity }),
    dependsOn,
  };
}

/** As Node finds a package: in the folder that wants it, then in each one above. A link leads to a workspace. */
function resolvePackage(packages: LockEntries, from: string, name: string): string {
  for (let folder = from; ; ) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const entry = packages[path];
    if (entry !== undefined) return entry.link === true ? (entry.resolved ?? path) : path;
    if (folder === '') throw new Error(`package-lock.json has no ${name}, which ${from} depends on.`);
    folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
  }
}
