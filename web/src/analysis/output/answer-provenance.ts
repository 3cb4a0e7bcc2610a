import type { Provenance } from '../provenance/provenance.ts';
import { provenanceOf } from '../provenance/provenance-of.ts';
import { compiledTool, type OutputQuestion } from './compiled-tool.ts';

/** Which places of the document made which lines of the output; `undefined` when it does not compile. */
export function answerProvenance(question: OutputQuestion): Provenance | undefined {
  const compiled = compiledTool(question);
  return compiled.ok ? provenanceOf(question.text, compiled.tool, compiled.compilation) : undefined;
}
