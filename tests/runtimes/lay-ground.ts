import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InputOptions, rolldown } from 'rolldown';
import { ROOT } from '../architecture/read-imports.ts';
import { packPackages } from './pack-packages.ts';
import { readDocuments, readGoldenFiles } from './read-documents.ts';

/** A place outside of the repository where the packages are installed and the suite lies ready. */
export interface Ground {
  readonly directory: string;
  /** Paths in each tarball, by package. */
  readonly packed: Readonly<Record<string, readonly string[]>>;
  readonly remove: () => void;
}

/** Packs, installs and bundles: `console.mjs` and `outputs.mjs` import the packages, `page.js` and `worker.js` hold them. */
export async function layGround(): Promise<Ground> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'atip-runtimes-')));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const dependencies = Object.fromEntries(['@atip/core', '@atip/share', '@atip/shims'].map((name) => [name, '*']));
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
    const packed = await packPackages(directory);
    await writeSuite(directory, readGoldenFiles());
    return { directory, packed, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Writes the suite's four entries with these golden files in them. */
export async function writeSuite(directory: string, golden: Readonly<Record<string, string>>): Promise<void> {
  const documents = readDocuments();
  const data = `export const documents = ${JSON.stringify(documents)}; export const golden = ${JSON.stringify(golden)};`;
  const entry = (name: string): string => join(ROOT, `tests/runtimes/entries/${name}.ts`);
  const plugins = [
    {
      name: 'runtimes-data',
      resolveId: (id: string) => (id === 'runtimes-data' ? id : undefined),
      load: (id: string) => (id === 'runtimes-data' ? data : undefined),
    },
  ];
  const external = ['@atip/core', '@atip/core/importers', '@atip/share', '@atip/shims'];
  for (const name of ['console', 'outputs', 'page', 'worker']) {
    await bundle(join(directory, `${name}.mjs`), { input: entry(name), external, plugins });
  }
  // From where it lies now, so that the packages are found as a consumer's bundler finds them.
  for (const name of ['page', 'worker']) {
    await bundle(join(directory, `${name}.js`), { input: join(directory, `${name}.mjs`), platform: 'neutral' });
  }
}

async function bundle(file: string, options: InputOptions): Promise<void> {
  const build = await rolldown(options);
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
}
