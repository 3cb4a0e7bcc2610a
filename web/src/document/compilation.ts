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
  /** The search for doubtful places took too long, so we know of none. */
  readonly unchecked?: true;
  /** False: the document is not JSON. */
  readonly parses: boolean;
  readonly revision: number;
  /** Always of the shown tool: absent until it has compiled once. */
  readonly result?: Result;
  /** True while `result` belongs to an earlier text than `issues`. */
  readonly stale: boolean;
  readonly failure?: string;
}

export const NOT_COMPILED: CompilationState = { issues: [], parses: true, revision: 0, stale: false };

/**
 * Takes the worker's answer to `source`. A tool broken by an edit keeps its last good result; a good one keeps the
 * earlier remarks until its own are there, so that nothing flickers.
 */
export function applyResponse(
  state: CompilationState,
  response: CompileResponse,
  source: CompileSource,
): CompilationState {
  const { issues, parses, output } = response;
  if (output === undefined) return { issues, issuesOf: source.text, parses, ...lastGoodOf(state, source) };
  const { issues: before, issuesOf } = state;
  const kept = issues.length === 0 && !state.stale && isSameTool(state.result, source);
  return {
    issues: kept ? before : issues,
    issuesOf: kept ? issuesOf : issues.length > 0 ? source.text : undefined,
    parses,
    revision: state.revision + 1,
    stale: false,
    result: { revision: state.revision + 1, name: toolNameIn(source.text) ?? '', source, output },
  };
}

/** The only rule for keeping a result without a new one: it must be of the same tool in the same document. */
function isSameTool(result: Result | undefined, source: CompileSource): boolean {
  return result?.source.document === source.document && result?.name === toolNameIn(source.text);
}

function lastGoodOf({ result, revision }: CompilationState, source: CompileSource) {
  if (result === undefined || !isSameTool(result, source)) return { revision, stale: false };
  return { revision, stale: true, result };
}

/** Takes the warnings about a compiled document, unless another document is shown by now. */
export function applyRemarks(
  state: CompilationState,
  remarks: readonly Issue[],
  source: CompileSource,
): CompilationState {
  if (state.stale || state.result?.source !== source) return state;
  return { ...state, issues: remarks, issuesOf: source.text };
}

export function applyFailure(state: CompilationState, message: string, source: CompileSource): CompilationState {
  const left = lastGoodOf(state, source);
  if (left.result === undefined) return { issues: [], parses: true, ...left, failure: message };
  return { ...state, ...left, failure: message };
}

/** The answer to `source` is late: the result of another tool must not stay beside it. */
export function applyWaiting(state: CompilationState, source: CompileSource): CompilationState {
  if (state.result === undefined || isSameTool(state.result, source)) return state;
  return { ...NOT_COMPILED, revision: state.revision };
}

/** The subject of answers: those about another tool or document are not shown as this one's. */
export function aboutOf({ result }: CompilationState): string | undefined {
  return result && `${result.source.document} ${result.name}`;
}

/**
 * The sentence about the result beside the text: `"Last good version of git"`, or why it is missing,
 * `"Line 4 is not valid JSON"`, or `missingLine`; `undefined` while the result fits the whole text.
 */
export function staleLine(state: CompilationState): string | undefined {
  const behind = state.stale && state.result ? `Last good version of ${state.result.name}` : undefined;
  if (state.failure !== undefined) return behind === undefined ? state.failure : `${behind}. ${state.failure}`;
  return behind ?? (state.result === undefined ? whyBroken(state) : missingLine(state.result.output));
}

function whyBroken({ issues, parses }: CompilationState): string | undefined {
  const errors = issues.filter((issue) => issue.severity === 'error');
  const first = errors[0];
  if (first === undefined) return undefined;
  const place = first.range === undefined ? 'The document' : `Line ${first.range.start.line}`;
  if (!parses) return `${place} is not valid JSON`;
  const others = errors.length - 1;
  return `${place} has an error${others === 0 ? '' : `, and ${others} more`}`;
}

/** `"1 of 4 commands has an error and is left out"`; `undefined` where the result has all commands of its document. */
export function missingLine({ commands, missing }: CompiledOutput): string | undefined {
  if (missing === undefined) return undefined;
  const all = countOf(commands.total + missing.count, 'command');
  return `${missing.count} of ${all} ${missing.count === 1 ? 'has an error and is' : 'have errors and are'} left out`;
}

export interface CompileSource {
  readonly text: string;
  readonly provider: Provider;
  /** Ignored for providers without such a mode. */
  readonly strict: boolean;
  /** Absent: all of the tool. */
  readonly filter?: CommandFilter | undefined;
  /** Id of one of the page's documents: remarks about one say nothing about another. */
  readonly document?: string;
}

export interface CompiledOutput {
  readonly provider: Provider;
  readonly strict: boolean;
  /** Indented JSON: the list of tools. */
  readonly text: string;
  readonly tools: number;
  /** Most tools in one request of the provider; `null` without a documented limit. */
  readonly maxTools: number | null;
  /** Facts that the output cuts, renames or leaves out. */
  readonly losses: number;
  /** Commands that can be called: in the valid part of the document, and in the part that the filter leaves. */
  readonly commands: { readonly total: number; readonly included: number };
  /** Commands with errors, which this output lacks: their number and places. Absent: none. */
  readonly missing?: { readonly count: number; readonly pointers: readonly string[] } | undefined;
}

export interface CompileResponse {
  /** Errors and other issues; empty for a document that compiled completely, because its remarks follow. */
  readonly issues: readonly Issue[];
  /** False: the text is not JSON at all, so its issues are about syntax. */
  readonly parses: boolean;
  /** Of the valid part. Absent: nothing is valid. */
  readonly output?: CompiledOutput;
}
