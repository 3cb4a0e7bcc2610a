import { lossIssues } from './loss-issues.ts';
import { compiledTool, type OutputQuestion } from './compiled-tool.ts';
import { groupLosses, type LossGroup } from './group-losses.ts';

/** What the provider is not told, or in other words; `undefined` when the document does not compile. */
export function answerLosses(question: OutputQuestion): readonly LossGroup[] | undefined {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { whole, compilation } = compiled;
  return groupLosses(whole, compilation.losses, lossIssues(question.text, compilation.losses, question.provider));
}
