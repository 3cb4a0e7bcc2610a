import type { AtipTool, Compilation, CompileSettings } from '@atip/core';
import { countTokens, type TokenReport } from './count-tokens.ts';
import { type HealthItem, healthOf } from './health-of.ts';
import { measureSettings } from './measure-settings.ts';
import type { TokenCounter } from './token-counter.ts';
import { type Cut, type CutReport, whatToCut } from './what-to-cut.ts';

export interface TokenAnalysis {
  readonly report: TokenReport;
  readonly health: readonly HealthItem[];
  readonly cuts: CutReport;
  /** What other settings would save. */
  readonly settings: readonly Cut[];
}

/**
 * All that is said about the tokens of one compilation, in steps, for a worker.
 *
 * Limits: a compilation and a check are one step each, some 20 ms for 170 tools and 500 ms for 3,000; others are a few ms.
 *
 * @param documents those that were compiled, with these settings
 * @throws AtipValidationError when a document is invalid
 */
export function* analyseTokens(
  compilation: Compilation,
  documents: readonly AtipTool[],
  settings: CompileSettings,
  counter: TokenCounter,
): Generator<void, TokenAnalysis> {
  const { provider, tools, losses } = compilation;
  const report = yield* countTokens(tools, provider, counter);
  yield;
  const health = healthOf(provider, tools, { strict: settings.strict === true, losses, tokens: report });
  yield;
  const cuts = yield* whatToCut(report, compilation, documents, counter);
  return { report, health, cuts, settings: yield* measureSettings(documents, provider, settings, counter) };
}
