import type { CommandFilter, Issue, Provider } from '@atip/core';
import { countOf } from '../text/words.ts';
import { toolNameIn } from './tool-name.ts';

export interface Result {
  /** Counts compilations that worked, from 1. */
  readonly revision: number;
  readonly name: string;
  /** The compiled document. Panels ask about this one, so they too keep the last good version. */
  readonly source: CompileSource;
  readonly output: CompiledOutput;
}

export interface CompilationState {
  /** Of the current document, or of a moment ago: remarks follow the result. */
  readonly issues: readonly Issue[];
  /** The text that the places of `issues` belong to; fixes apply only to that text. */
  readonly issuesOf?: string | undefined;
  /** Always of the shown tool: absent until it has compiled once. */
  readonly result?: Result | undefined;
  /** True while `result` belongs to an earlier text than `issues`. */
  readonly stale: boolean;
  readonly failure?: string | undefined;
}

/**
 * The worker's answers about a document. A tool broken by an edit keeps its last good result; a good one keeps the
 * earlier remarks until its own are there, so that nothing flickers.
 *
 * @param response absent where compiling failed
 */
export function compilationOf(
  source: CompileSource,
  response: CompileResponse | undefined,
  good: Result | undefined,
  remarks?: { readonly question: CompileSource; readonly answer: readonly Issue[] },
): CompilationState {
  const result = good && isSameTool(good.source, source) ? good : undefined;
  if (response === undefined) return { issues: [], result, stale: result !== undefined };
  const { issues, output } = response;
  const isAbout =
    remarks?.question === source || (issues.length === 0 && remarks && isSameTool(remarks.question, source));
  const about = isAbout ? remarks : { question: source, answer: issues };
  return {
    issues: about.answer,
    issuesOf: isAbout || issues.length > 0 ? about.question.text : undefined,
    result,
    stale: output === undefined && result !== undefined,
  };
}

function isSameTool(one: CompileSource, other: CompileSource): boolean {
  return one === other || (one.document === other.document && toolNameIn(one.text) === toolNameIn(other.text));
}

/** The subject of answers: those about another tool or document are not shown as this one's. */
export function aboutOf({ result }: CompilationState): string | undefined {
  return result && `${result.source.document} ${result.name}`;
}

/**
 * Why the result is not that of the whole text: it belongs to an earlier text, commands are left out, or nothing
 * compiled.
 */
export function staleLine({ result, stale, failure }: CompilationState): string | undefined {
  const behind = stale && result ? `Last good version of ${result.name}` : undefined;
  if (failure !== undefined) return behind === undefined ? failure : `${behind}. ${failure}`;
  if (behind !== undefined || result === undefined || result.output.missing === 0) return behind;
  const { commands, missing } = result.output;
  const all = countOf(commands.total + missing, 'command');
  return `${missing.toLocaleString('en')} of ${all} ${missing === 1 ? 'is' : 'are'} left out`;
}

export interface CompileSource {
  readonly text: string;
  readonly provider: Provider;
  readonly strict: boolean;
  readonly filter?: CommandFilter | undefined;
  /** Id of one of the page's documents: remarks about one say nothing about another. */
  readonly document?: string;
}

export interface CompiledOutput {
  /** Indented JSON: the list of tools. */
  readonly text: string;
  /** For each tool the JSON Pointer of its command. */
  readonly pointers: readonly string[];
  /** For each tool two offsets of `text`: its first line's start and its last line's end. UTF-16 units. */
  readonly places: Uint32Array;
  /** Two offsets for each pair of brackets with effects that compiling appended; documents can only imitate them. */
  readonly flags: Uint32Array;
  readonly tools: number;
  /** Facts that the output cuts, renames or leaves out. */
  readonly losses: number;
  /** Commands that can be called: in the valid part of the document, and in the part that the filter leaves. */
  readonly commands: { readonly total: number; readonly included: number };
  /** Commands with errors, which this output lacks. */
  readonly missing: number;
}

export interface CompileResponse {
  /** Errors and other issues; empty for a document that compiled completely, because its remarks follow. */
  readonly issues: readonly Issue[];
  /** Of the valid part. Absent: nothing is valid. */
  readonly output?: CompiledOutput;
}
