import { countTokens } from '../tokens/count-tokens.ts';
import { type HealthItem, healthOf } from '../tokens/health-of.ts';
import { runAtOnce } from '../tokens/run-in-slices.ts';
import { compiledTool, type OutputQuestion } from './compiled-tool.ts';

export interface HealthAnswer {
  readonly items: readonly HealthItem[];
  /** What the tokens are, and how far they may be trusted. */
  readonly label: string;
}

/** The output against the provider's limits, its tokens guessed by their characters; `undefined` when it does not compile. */
export function answerHealth(question: OutputQuestion): HealthAnswer | undefined {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { tools, losses } = compiled.compilation;
  const tokens = runAtOnce(countTokens(tools, question.provider));
  const strict = question.settings.strict === true;
  return { items: healthOf(question.provider, tools, { strict, losses, tokens }), label: tokens.label };
}
