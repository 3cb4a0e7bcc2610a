/** The files of `@withfig/autocomplete`. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports the module at an address. */
export type LoadModule = (url: string) => Promise<{ readonly default?: unknown }>;

/** Installed with the tests, because only builds need the specifications. */
const INSTALLED = createRequire(new URL('../../../tests/package.json', import.meta.url));
/** Folder of the specifications. */
export const BUILD: string = dirname(INSTALLED.resolve('@withfig/autocomplete'));

/** The package's exports omit its files, so they are read by path. */
export async function readSpec(name: string, load: LoadModule): Promise<unknown> {
  const file = join(BUILD, `${name}.js`);
  const path = existsSync(file) ? file : join(BUILD, name, 'index.js');
  const module = await load(pathToFileURL(path).href);
  if (module.default === undefined) throw new Error(`${path} has no specification`);
  return module.default;
}

export function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(BUILD, '..', 'package.json'), 'utf8'));
  return version;
}
