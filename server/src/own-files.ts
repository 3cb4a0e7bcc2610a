/** Non-code files of this package. This module is beside the entry, because a bundle of the companion is as deep as the entry. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Possible places of the built page, from `src` and from `dist` alike: in the published package, or in the repository. */
export const PAGE_PLACES: readonly string[] = ['../page', '../../web/dist'].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
);

export async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error("The companion's package.json has no version.");
}
