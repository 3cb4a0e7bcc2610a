import { fileURLToPath, pathToFileURL } from 'node:url';
import { ALIASES } from '../../../../scripts/aliases.js';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/**
 * Leaves the documents of bundled tools, 13 of the 15 MB that a program is made of, in the `dist` of their package: a
 * program that needs none of them is bundled and started in half the time.
 */
export const documentsOutside: Plugin = {
  name: 'documents-outside',
  resolveId(id, importer = '') {
    const [, generated] = /^(.*shims[\\/])src[\\/]generated[\\/](?:loaders|clouds)\.ts$/.exec(importer) ?? [];
    if (generated === undefined || !id.startsWith('./')) return null;
    return { id: join(generated, 'dist/generated', id.replace(/\.ts$/, '.js')), external: 'absolute' };
  },
  /** The registry of everything stays in its place, too. */
  load(id) {
    if (!/registry[\\/]src[\\/]pack-place\.ts$/.test(id)) return null;
    return `export const PACK = new URL(${JSON.stringify(new URL('../known.pack', pathToFileURL(id)).href)});`;
  },
};

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

/**
 * Writes a script for a process of its own that runs this package's sources, whatever `dist` holds.
 *
 * @param code the script's code; it imports from `./files/file-lock.ts` and the like, as a file in `src` would.
 * @returns the path of the script, in the directory.
 */
export async function bundleScript(directory: string, code: string): Promise<string> {
  const entry = join(SOURCES, 'bundled-script.ts');
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    resolve: { alias: ALIASES },
    plugins: [
      documentsOutside,
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
  });
  const path = join(directory, 'script.mjs');
  await bundle.write({ format: 'esm', file: path, codeSplitting: false });
  await bundle.close();
  return path;
}
