import type { Range } from '@atip/core';
import { countTools } from './count-tools.ts';
import { createPointerLocator } from '../provenance/range-of-pointer.ts';
import type { Cut } from '../tokens/what-to-cut.ts';
import { compiledTool, type OutputQuestion } from './compiled-tool.ts';

/** One compiled tool. */
export interface TokenRow {
  readonly name: string;
  readonly tokens: number;
  /** Of the total, 0 to 1. */
  readonly share: number;
  /** Its command in the document. */
  readonly range?: Range;
}

/** A change that saves tokens, and where to make it. */
export interface CutRow extends Omit<Cut, 'source'> {
  readonly range?: Range;
}

export interface TokensAnswer {
  readonly total: number;
  /** What the provider puts around the tools. */
  readonly frame: number;
  /** What was counted and how far it may be trusted. */
  readonly label: string;
  /** Why it is only a guess, where the encoding did not load. */
  readonly trouble?: string;
  /** Most tokens first. */
  readonly rows: readonly TokenRow[];
  readonly headline?: string;
  /** Largest saving first. */
  readonly cuts: readonly CutRow[];
}

/** Where the tokens are and what would save some; `undefined` when the document does not compile. */
export async function answerTokens(question: OutputQuestion): Promise<TokensAnswer | undefined> {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { tool, compilation } = compiled;
  const { report, cuts, settings, trouble } = await countTools(tool, compilation, question.settings);
  const { total, frame, label } = report;
  const locator = createPointerLocator(question.text);
  const place = (pointer: string | undefined): { range?: Range } => {
    const range = pointer === undefined ? undefined : locator?.rangeOf(pointer);
    return range === undefined ? {} : { range };
  };
  const rows = compilation.entries.map(({ name, pointer }, index): TokenRow => {
    const tokens = report.tools[index]?.tokens ?? 0;
    return { name, tokens, share: total === 0 ? 0 : tokens / total, ...place(pointer) };
  });
  return {
    total,
    frame,
    label,
    ...(trouble !== undefined && { trouble }),
    rows: rows.toSorted((a, b) => b.tokens - a.tokens),
    ...(cuts.headline !== undefined && { headline: cuts.headline }),
    cuts: [...settings, ...cuts.cuts]
      .toSorted((a, b) => b.saves - a.saves)
      .map(({ source, ...cut }): CutRow => ({ ...cut, ...place(source?.pointer) })),
  };
}
