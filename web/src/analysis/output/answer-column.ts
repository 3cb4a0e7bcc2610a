import type { CompiledOutput } from '../../state/compile-protocol.ts';
import { compiledTool, type OutputQuestion } from './compiled-tool.ts';
import { describeOutput } from './describe-output.ts';

export type ColumnAnswer =
  | { readonly ok: true; readonly output: CompiledOutput }
  | { readonly ok: false; readonly message: string };

/** What a column beside the first one shows. */
export function answerColumn(question: OutputQuestion): ColumnAnswer {
  const compiled = compiledTool(question);
  if (!compiled.ok) return compiled;
  const { tool, whole, compilation } = compiled;
  return { ok: true, output: describeOutput(compilation, { tool, whole, strict: question.settings.strict === true }) };
}
