import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type PackedPackage, packStaged } from './pack-staged.ts';
import { readManifest } from './public-packages.ts';
import { writeSbom } from './sbom.ts';
import { stageSources } from './stage-sources.ts';

/** The bill of materials, among the tarballs. */
export const SBOM_FILE = 'sbom.cdx.json';

/**
 * Writes everything that a release consists of into a directory: the tarballs that npm is given, `sbom.cdx.json`, and `SHA256SUMS` of them all.
 *
 * @param place an empty directory; made when it is not there
 * @param repository see `publishedManifest`
 */
export async function writeRelease(place: string, repository: string | undefined): Promise<readonly PackedPackage[]> {
  mkdirSync(place, { recursive: true });
  const stage = realpathSync(mkdtempSync(join(tmpdir(), 'atip-stage-')));
  try {
    await stageSources(stage, repository);
    const packed = await packStaged(stage, place);
    writeFileSync(join(place, SBOM_FILE), writeSbom(readManifest('packages/core').version, packed));
    const names = [...packed.map(({ tarball }) => basename(tarball)), SBOM_FILE].sort();
    const sums = names.map((name) => `${sha256(join(place, name))}  ${name}\n`);
    writeFileSync(join(place, 'SHA256SUMS'), sums.join(''));
    return packed;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
