import type { AtipTool } from '@atip/core';
import { fromFig } from '@atip/core/importers';
import { type Counts, countTool, noCounts } from './count-tool.ts';
import { type FigFiles, loadFig } from './load-fig.ts';

/** Of the package as pinned; it does not say so itself. */
const VERSION = '2.692.3';

/** What all conversions of one run came to. */
export interface CorpusFigures extends Counts {
  /** Executables. */
  tools: number;
  /** Files that no root leads to: older versions and loose parts, each a tool of its own here. */
  loose: number;
  /** Nodes whose inside came from another file. */
  joined: number;
  /** How often something was lost, by the code of the issue. */
  lost: Record<string, number>;
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
  const figures: CorpusFigures = { ...noCounts(), tools: 0, loose: 0, joined: 0, lost: {} };
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
  const reached = new Set<unknown>();
  const convert = (file: string): AtipTool => {
    const spec = specs.get(file);
    reached.add(spec);
    const { tool, issues } = fromFig(spec, { load, file, whole: true, version: VERSION });
    countTool(tool, figures);
    for (const { code, message } of issues)
      figures.lost[code] = (figures.lost[code] ?? 0) + Number.parseInt(message, 10);
    return tool;
  };
  const load = (file: string): unknown => {
    const spec = specs.get(file);
    if (spec === undefined) return undefined;
    reached.add(spec);
    figures.joined++;
    return spec;
  };
  for (const file of roots) yield convert(file);
  figures.tools += roots.length;
  for (const [file, spec] of specs) {
    if (reached.has(spec)) continue;
    figures.loose++;
    yield convert(file);
  }
}
