import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AtipTool } from '@atip/core';
import { fromFig } from '@atip/importers';

/** `npm run corpus` takes every tool, `npm test` sixty of them, spread over the alphabet. */
export const IS_WHOLE = process.env['ATIP_CORPUS'] === 'whole';
const SAMPLE = 60;

/** Of the package as pinned: 727 executables and 23 loose files. A conversion that lost commands would pass with nothing tried. */
export const WHOLE = { tools: 750, commands: 47_410 };

/** Of the package as pinned; it does not say so itself. */
const VERSION = '2.692.3';

/**
 * The tools of `@withfig/autocomplete` as ATIP documents, or a sample, one after the other: the whole corpus would take more than a gigabyte.
 *
 * Files that no root leads to, older versions and loose parts, are tools of their own in the whole corpus.
 */
export async function* corpusTools(): AsyncGenerator<AtipTool> {
  const { specs, roots } = await loadFig();
  const reached = new Set<unknown>();
  const load = (file: string): unknown => {
    const spec = specs.get(file);
    reached.add(spec);
    return spec;
  };
  const convert = (file: string): AtipTool => fromFig(load(file), { load, file, whole: true, version: VERSION }).tool;
  const step = IS_WHOLE ? 1 : Math.floor(roots.length / SAMPLE);
  for (const [at, file] of roots.entries()) if (at % step === 0) yield convert(file);
  // Files that no root leads to are known once all are converted.
  if (IS_WHOLE) for (const [file, spec] of specs) if (!reached.has(spec)) yield convert(file);
}

const BUILD = dirname(createRequire(new URL('../package.json', import.meta.url)).resolve('@withfig/autocomplete'));

/** Files that only send on to the files of a version, and the newest of those. */
const NEWEST: Readonly<Record<string, string>> = {
  '@usermn/sdc': '@usermn/sdc/0.0.0',
  az: 'az/2.53.0',
  fig: 'fig/2.0.0',
  heroku: 'heroku/8.6.0',
  infracost: 'infracost/0.10.0',
  shopify: 'shopify/3.0.0',
};

/** A specification: foreign data and code. */
type Fields = Readonly<Record<string, unknown>>;

/** Every specification of `@withfig/autocomplete` by the name of its file. */
interface FigFiles {
  readonly specs: ReadonlyMap<string, Fields>;
  /** Files that stand for an executable, in the order of the package; the others are parts of these. */
  readonly roots: readonly string[];
  /** Files whose default export is no specification: type declarations and redirections. */
  readonly without: readonly string[];
}

/** Loads all 1,484 files: about 2.5 s and 300 MB. The package's exports do not name them, so they are read by path. */
async function loadFig(): Promise<FigFiles> {
  const list: unknown = await defaultOf(join(BUILD, 'index.js'));
  const names = (Array.isArray(list) ? list : []).filter((name) => typeof name === 'string');
  const specs = new Map<string, Fields>();
  const without: string[] = [];
  for (const name of names) {
    const file = join(BUILD, `${name}.js`);
    const spec = await defaultOf(existsSync(file) ? file : join(BUILD, name, 'index.js'));
    if (isFields(spec)) specs.set(name, spec);
    else without.push(name);
  }
  for (const [name, newest] of Object.entries(NEWEST)) {
    const spec = specs.get(newest);
    if (spec) specs.set(name, spec);
  }
  return { specs, roots: names.filter((name) => specs.has(name) && isRoot(name)), without };
}

async function defaultOf(file: string): Promise<unknown> {
  const module: { default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return module.default;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRoot(name: string): boolean {
  return !name.includes('/', name.startsWith('@') ? name.indexOf('/') + 1 : 0);
}
