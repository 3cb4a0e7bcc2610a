/** What the page asks about one output of a document. Each answer is `undefined` where the document does not compile. */
import { checkProviderTools, type Range } from '@atip/core';
import { countTokens, estimateTokens, loadCounter, type TokenCounter } from '../tokens/count-tokens.ts';
import type { CompiledOutput } from '../../document/compilation.ts';
import { type OutputQuestion, compiledTool, describeOutput } from './compiled-tool.ts';
import { type LossGroup, groupLosses, lossIssues } from './losses.ts';
import type { Provenance } from '../provenance/provenance.ts';
import { provenanceOf } from '../provenance/provenance-of.ts';
import { type Snippet, type SnippetKind, snippetFor } from '../snippets/snippet-for.ts';
import { createPointerLocator } from '../provenance/range-of-pointer.ts';

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

/** What the provider is not told, or in other words; `undefined` when the document does not compile. */
export function answerLosses(question: OutputQuestion): readonly LossGroup[] | undefined {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { whole, compilation } = compiled;
  return groupLosses(whole, compilation.losses, lossIssues(question.text, compilation.losses, question.provider));
}

/** Which places of the document made which lines of the output; `undefined` when it does not compile. */
export function answerProvenance(question: OutputQuestion): Provenance | undefined {
  const compiled = compiledTool(question);
  return compiled.ok ? provenanceOf(question.text, compiled.compilation) : undefined;
}

export interface SnippetQuestion extends OutputQuestion {
  readonly kind: SnippetKind;
}

/** The output as something to paste. @throws Error with the reason when the document does not compile */
export function answerSnippet(question: SnippetQuestion): Snippet {
  const compiled = compiledTool(question);
  if (!compiled.ok) throw new Error(compiled.message);
  return snippetFor(question.kind, question.provider, compiled.compilation.tools, question.settings);
}

export interface HealthAnswer {
  /** What the provider refuses, and what some of its back ends refuse: sentences. Too many tools are not among them. */
  readonly broken: readonly string[];
  readonly doubtful: readonly string[];
  /** An estimate, until somebody has the tokens counted. */
  readonly tokens: number;
  /** What the tokens are, and how far they may be trusted. */
  readonly label: string;
}

/** The output held against the rules of its provider, and about how many tokens it takes. */
export function answerHealth(question: OutputQuestion): HealthAnswer | undefined {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { tools } = compiled.compilation;
  const { total, label } = countTokens(tools, question.provider);
  const issues = checkProviderTools(question.provider, tools, { strict: question.settings.strict === true });
  const messages = (severity: string): readonly string[] =>
    issues.filter((issue) => issue.severity === severity && issue.path !== '').map(({ message }) => message);
  return { broken: messages('error'), doubtful: messages('warning'), tokens: total, label };
}

/** One compiled tool. */
export interface TokenRow {
  readonly name: string;
  readonly tokens: number;
  /** Its command in the document. */
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
  /** The largest tools, most tokens first. */
  readonly rows: readonly TokenRow[];
}

/** Tools that the list of the largest has. */
const MOST_ROWS = 10;

/** How many tokens the output takes by OpenAI's encoding, and which tools take most; by characters if it does not load. */
export async function answerTokens(question: OutputQuestion): Promise<TokensAnswer | undefined> {
  const compiled = compiledTool(question);
  if (!compiled.ok) return undefined;
  const { tools, entries } = compiled.compilation;
  const { counter, trouble } = await exactCounter();
  const report = countTokens(tools, question.provider, counter);
  const locator = createPointerLocator(question.text);
  const rows = entries
    .map(({ name, pointer }, index) => ({ name, pointer, tokens: report.tools[index] ?? 0 }))
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, MOST_ROWS)
    .map(({ pointer, ...row }): TokenRow => {
      const range = locator?.rangeOf(pointer);
      return { ...row, ...(range && { range }) };
    });
  const { total, frame, label } = report;
  return { total, frame, label, rows, ...(trouble !== undefined && { trouble }) };
}

async function exactCounter(): Promise<{ readonly counter: TokenCounter; readonly trouble?: string }> {
  try {
    return { counter: await loadCounter() };
  } catch (error) {
    // A dynamic import throws this when the network or the server fails.
    if (!(error instanceof TypeError)) throw error;
    return { counter: estimateTokens, trouble: "OpenAI's encoding could not be loaded; open this again to retry." };
  }
}
