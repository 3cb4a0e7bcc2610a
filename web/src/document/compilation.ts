import type { CommandFilter, Issue, Provider } from '@atip/core';
import { PROVIDER_LABELS } from './providers.ts';

export interface Result {
  /** Counts compilations that worked, from 1. */
  readonly revision: number;
  /** The compiled document. Panels ask about this one, so they too keep the last good document. */
  readonly source: CompileSource;
  readonly output: CompiledOutput;
}

export interface Compilation {
  /** Of the document as it stands, or stood a moment ago: remarks follow the result. */
  readonly issues: readonly Issue[];
  /** The text whose places `issues` name; fixes are for that text and no other. */
  readonly issuesOf?: string;
  /** False: the document is not JSON. */
  readonly parses: boolean;
  readonly revision: number;
  /** Absent until the document compiled for the first time since it is shown. */
  readonly result?: Result;
  /** True while `result` belongs to an earlier text than `issues`. */
  readonly stale: boolean;
  /** Why nothing can be compiled at all: the worker broke down. */
  readonly failure?: string;
}

export const NOT_COMPILED: Compilation = { issues: [], parses: true, revision: 0, stale: false };

/**
 * Takes the worker's answer to `source`; a broken document keeps the last good result, and a good one the earlier remarks
 * until its own are there, so that nothing flickers.
 */
export function applyResponse(state: Compilation, response: CompileResponse, source: CompileSource): Compilation {
  const { issues, parses, output } = response;
  if (output === undefined) {
    return {
      issues,
      issuesOf: source.text,
      parses,
      revision: state.revision,
      stale: true,
      ...ownResult(state, source),
    };
  }
  const { issues: before, issuesOf } = state;
  const kept = !state.stale && state.result?.source.document === source.document;
  return {
    issues: kept ? before : [],
    ...(kept && issuesOf !== undefined && { issuesOf }),
    parses,
    revision: state.revision + 1,
    stale: false,
    result: { revision: state.revision + 1, source, output },
  };
}

/** The last good result, if it is of the same document: what another one was compiled to is not this one's past. */
function ownResult({ result }: Compilation, { document }: CompileSource): Pick<Compilation, 'result'> {
  return result?.source.document === document && result !== undefined ? { result } : {};
}

/** Takes what is doubtful about a document that compiled, unless another one is shown by now. */
export function applyRemarks(state: Compilation, remarks: readonly Issue[], source: CompileSource): Compilation {
  if (state.stale || state.result?.source !== source) return state;
  return { ...state, issues: remarks, issuesOf: source.text };
}

/** Notes that there is no answer to `source`; everything on screen stays that is about the same document. */
export function applyFailure(state: Compilation, message: string, source: CompileSource): Compilation {
  const { result, ...rest } = state;
  if (result === undefined || result.source.document === source.document)
    return { ...state, stale: result !== undefined, failure: message };
  return { issues: [], parses: true, revision: rest.revision, stale: false, failure: message };
}

/**
 * The line above an output that is behind its document, for example
 * `"showing revision 41 for OpenAI; line 12 does not parse"`; `undefined` while it is up to date.
 */
export function staleLine(state: Compilation): string | undefined {
  if (!state.stale && state.failure === undefined) return undefined;
  const shown = state.result;
  const reason = state.failure ?? whyBroken(state);
  if (shown === undefined) return reason;
  return `showing revision ${shown.revision} for ${PROVIDER_LABELS[shown.output.provider]}; ${reason}`;
}

function whyBroken({ issues, parses }: Compilation): string {
  const errors = issues.filter((issue) => issue.severity === 'error');
  const first = errors[0];
  if (first === undefined) return 'the document does not compile';
  const place = first.range === undefined ? 'the document' : `line ${first.range.start.line}`;
  if (!parses) return `${place} does not parse`;
  const others = errors.length - 1;
  return `${place} has an error${others === 0 ? '' : `, and ${others} more`}`;
}

export interface CompileSource {
  readonly text: string;
  readonly provider: Provider;
  /** Ignored for providers without such a mode. */
  readonly strict: boolean;
  /** Absent: all of the tool. */
  readonly filter?: CommandFilter;
  /** Which of the page's documents it is: remarks about one say nothing about another. */
  readonly document?: string;
}

export interface CompiledOutput {
  readonly provider: Provider;
  readonly strict: boolean;
  /** Indented JSON: the list of tools. */
  readonly text: string;
  readonly tools: number;
  /** Most tools that one request of the provider may carry; `null` where it documents no limit. */
  readonly maxTools: number | null;
  /** UTF-8 bytes of the list as compact JSON. */
  readonly bytes: number;
  /** How much of the document the provider is not told, or in other words. */
  readonly losses: number;
  /** Commands that can be called: in the whole document, and in the part that the filter leaves. */
  readonly commands: { readonly total: number; readonly included: number };
}

export interface CompileResponse {
  /** Errors and the issues beside them; empty for a document that compiled, since its remarks follow. */
  readonly issues: readonly Issue[];
  /** False: the text is not JSON at all, so its issues are about syntax. */
  readonly parses: boolean;
  /** Absent when an issue is an error. */
  readonly output?: CompiledOutput;
}
