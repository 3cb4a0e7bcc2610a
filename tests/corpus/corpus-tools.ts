import type { AtipTool } from '@atip/core';
import { fromFig } from '@atip/importers';
import { type FigFiles, loadFig } from './load-fig.ts';

/** Of the package as pinned; it does not say so itself. */
const VERSION = '2.692.3';

/**
 * All tools of `@withfig/autocomplete` as ATIP documents, one after the other: the whole corpus would take more than a gigabyte.
 *
 * Files that no root leads to, older versions and loose parts, are tools of their own here.
 */
export async function* corpusTools(): AsyncGenerator<AtipTool> {
  yield* convertAll(await loadFig());
}

function* convertAll({ specs, roots }: FigFiles): Generator<AtipTool> {
  const reached = new Set<unknown>();
  const load = (file: string): unknown => {
    const spec = specs.get(file);
    reached.add(spec);
    return spec;
  };
  const convert = (file: string): AtipTool => fromFig(load(file), { load, file, whole: true, version: VERSION }).tool;
  for (const file of roots) yield convert(file);
  for (const [file, spec] of specs) if (!reached.has(spec)) yield convert(file);
}
