import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../runtimes/run-program.ts';
import { PUBLIC_PACKAGES, type PublicPackage } from './public-packages.ts';

export interface PackedPackage extends PublicPackage {
  /** Absolute path of the `.tgz`. */
  readonly tarball: string;
  /** Bytes of the tarball. */
  readonly size: number;
  /** Hexadecimal, over the tarball. */
  readonly sha256: string;
  /** Sorted paths inside the package. */
  readonly files: readonly string[];
}

interface NpmPacked {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Packs what `stageSources` laid out, as npm publishes it, in the order of publication.
 *
 * npm gives every file the same time and owner; the permissions are those of the disk, so they are made the same here.
 *
 * @param place gets the tarballs; made when it is not there
 */
export async function packStaged(directory: string, place: string): Promise<readonly PackedPackage[]> {
  mkdirSync(place, { recursive: true });
  for (const { folder } of PUBLIC_PACKAGES) makeAlike(join(directory, folder));
  const folders = PUBLIC_PACKAGES.map(({ folder }) => `./${folder}`);
  const args = ['pack', '--json', '--ignore-scripts', `--pack-destination=${place}`, ...folders];
  const packed: readonly NpmPacked[] = JSON.parse(await runProgram('npm', args, { cwd: directory }));
  return PUBLIC_PACKAGES.map(({ folder, name }) => {
    const found = packed.find((one) => one.name === name);
    if (found === undefined) throw new Error(`npm did not pack ${name}.`);
    const tarball = join(place, found.filename);
    const sha256 = createHash('sha256').update(readFileSync(tarball)).digest('hex');
    return { folder, name, tarball, size: found.size, sha256, files: found.files.map(({ path }) => path).sort() };
  });
}

function makeAlike(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) makeAlike(path);
    else if (entry.isFile()) chmodSync(path, 0o644);
  }
}
