import { type Snippet, type SnippetKind, snippetFor } from '../snippets/snippet-for.ts';
import { compiledTool, type OutputQuestion } from './compiled-tool.ts';

export interface SnippetQuestion extends OutputQuestion {
  readonly kind: SnippetKind;
}

/** The output as something to paste. @throws Error with the reason when the document does not compile */
export function answerSnippet(question: SnippetQuestion): Snippet {
  const compiled = compiledTool(question);
  if (!compiled.ok) throw new Error(compiled.message);
  return snippetFor(question.kind, question.provider, compiled.compilation.tools, question.settings);
}
