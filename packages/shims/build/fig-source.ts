import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromFig } from '@atip/importers';
import type { Source } from './sources.ts';

/** Imports the module at an address. */
export type LoadModule = (url: string) => Promise<{ readonly default?: unknown }>;

/** Installed with the tests, because nobody else needs the specifications. */
const INSTALLED = createRequire(new URL('../../../tests/package.json', import.meta.url));
const BUILD = dirname(INSTALLED.resolve('@withfig/autocomplete'));

/**
 * The structure of a tool as the specification in `@withfig/autocomplete` has it.
 *
 * @param file of the specification, such as `az/2.53.0`
 * @param parts other files that it is joined from, such as `aws/s3`; what is not listed stays out
 * @param load imports a module: it runs when whoever imported this file may be gone
 */
export async function figSource(
  name: string,
  file: string,
  parts: readonly string[],
  load: LoadModule,
): Promise<Source> {
  const specs = new Map<string, unknown>();
  for (const part of [file, ...parts]) specs.set(part, await readSpec(part, load));
  const { tool } = fromFig(specs.get(file), { name, file, load: (part) => specs.get(part), whole: true });
  return { label: `@withfig/autocomplete ${packageVersion()}, ${file}`, tool };
}

/** The package's exports do not name its files, so they are read by path. */
async function readSpec(name: string, load: LoadModule): Promise<unknown> {
  const file = join(BUILD, `${name}.js`);
  const path = existsSync(file) ? file : join(BUILD, name, 'index.js');
  const module = await load(pathToFileURL(path).href);
  if (module.default === undefined) throw new Error(`${path} has no specification`);
  return module.default;
}

function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(BUILD, '..', 'package.json'), 'utf8'));
  return version;
}
