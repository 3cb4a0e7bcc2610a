/** Files of this package that are no code. Here, beside the entry: a bundle of the companion lies as deep as this does. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where the built page may lie, from `src` and from `dist` alike: in the package as it is published, or in the repository. */
export const PAGE_PLACES: readonly string[] = ['../page', '../../web/dist'].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
);

export async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new Error("The companion's package.json has no version.");
}
