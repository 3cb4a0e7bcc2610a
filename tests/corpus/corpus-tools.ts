import type { AtipTool } from '@atip/core';
import type { Fields } from './fig-fields.ts';
import { type FigFigures, figToAtip, noFigures } from './fig-to-atip.ts';
import { type FigFiles, loadFig } from './load-fig.ts';

/** What all conversions of one run came to. */
export interface CorpusFigures extends FigFigures {
  /** Executables. */
  tools: number;
  /** Files that no root leads to: older versions and loose parts, each a tool of its own here. */
  loose: number;
}

export interface Corpus {
  readonly files: FigFiles;
  /** Grows while the tools are taken out. */
  readonly figures: CorpusFigures;
  /** One after the other, so that none has to be kept: the whole corpus would take more than a gigabyte. */
  readonly tools: () => Generator<AtipTool>;
}

/** All tools of `@withfig/autocomplete` as ATIP documents, with the figures of their conversion. */
export async function openCorpus(): Promise<Corpus> {
  const files = await loadFig();
  const figures: CorpusFigures = { ...noFigures(), tools: 0, loose: 0 };
  return { files, figures, tools: () => convertAll(files, figures) };
}

/** The tools alone, the first `limit` of them. Absent: all. */
export async function corpusTools(limit: number = Number.POSITIVE_INFINITY): Promise<AtipTool[]> {
  const tools: AtipTool[] = [];
  for (const tool of (await openCorpus()).tools()) {
    if (tools.length >= limit) break;
    tools.push(tool);
  }
  return tools;
}

function* convertAll({ specs, roots }: FigFiles, figures: CorpusFigures): Generator<AtipTool> {
  const reached = new Set<object>();
  const load = (name: string): Fields | undefined => {
    const spec = specs.get(name);
    if (spec) reached.add(spec);
    return spec;
  };
  for (const name of roots) {
    const spec = load(name);
    if (spec) yield figToAtip(name, spec, { load, figures });
  }
  figures.tools += roots.length;
  for (const [name, spec] of specs) {
    if (reached.has(spec)) continue;
    figures.loose++;
    yield figToAtip(name, spec, { load, figures });
  }
}
