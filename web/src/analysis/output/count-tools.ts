import type { AtipTool, Compilation, CompileSettings } from '@atip/core';
import { countTokens, QUICK_COUNTER, type TokenReport } from '../tokens/count-tokens.ts';
import { loadCounter } from '../tokens/load-counter.ts';
import { measureSettings } from '../tokens/measure-settings.ts';
import { runInSlices, type SlicePorts } from '../tokens/run-in-slices.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import { type Cut, type CutReport, whatToCut } from '../tokens/what-to-cut.ts';

export interface CountedTools {
  readonly report: TokenReport;
  readonly cuts: CutReport;
  /** What other settings would save. */
  readonly settings: readonly Cut[];
  /** Why the encoding could not be loaded; absent where it was. */
  readonly trouble?: string;
}

/** Counts with OpenAI's encoding, which is loaded for it; by characters where it does not load. */
export async function countTools(
  tool: AtipTool,
  compilation: Compilation,
  settings: CompileSettings,
): Promise<CountedTools> {
  const { provider } = compilation;
  const { counter, trouble } = await exactCounter();
  const steps = function* (): Generator<void, CountedTools> {
    const report = yield* countTokens(compilation.tools, provider, counter);
    return {
      report,
      cuts: yield* whatToCut(report, compilation, [tool], counter),
      settings: yield* measureSettings([tool], provider, settings, counter),
      ...(trouble !== undefined && { trouble }),
    };
  };
  const counted = await runInSlices(steps(), PORTS);
  if (counted === undefined) throw new Error('Counting stopped although nobody ended it.');
  return counted;
}

/** Others' questions are answered between slices; this one's asker waits until it is done. */
const PORTS: SlicePorts = {
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
  isStale: () => false,
};

async function exactCounter(): Promise<{ readonly counter: TokenCounter; readonly trouble?: string }> {
  try {
    return { counter: await loadCounter() };
  } catch (error) {
    // What a dynamic import throws when the network or the server fails.
    if (!(error instanceof TypeError)) throw error;
    return {
      counter: QUICK_COUNTER,
      trouble: "OpenAI's encoding could not be loaded; opening this again tries it again.",
    };
  }
}
