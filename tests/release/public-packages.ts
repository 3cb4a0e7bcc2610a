import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';

/** A package that is published. */
export interface PublicPackage {
  /** From the repository's root. */
  readonly folder: string;
  readonly name: string;
}

/** In the order in which they are published: nothing before what it depends on. */
export const PUBLIC_PACKAGES: readonly PublicPackage[] = [
  { folder: 'packages/core', name: '@atip/core' },
  { folder: 'packages/share', name: '@atip/share' },
  { folder: 'packages/shims', name: '@atip/shims' },
  { folder: 'packages/node', name: '@atip/node' },
  { folder: 'packages/mcp', name: '@atip/mcp' },
  { folder: 'server', name: '@atip/companion' },
  { folder: 'packages/cli', name: 'atip' },
];

/** What these checks read of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly workspaces?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** The package.json of a folder. @param folder from the root; `.` is the root itself. @param root the repository's, or a copy's */
export function readManifest(folder: string, root: string = ROOT): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}
