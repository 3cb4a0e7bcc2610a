/** What the page and its compile worker say to each other. */
import type { CommandFilter, Issue, Provider } from '@atip/core';

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

export interface CompileRequest extends CompileSource {
  /** Counts up from 1 within one page. */
  readonly id: number;
}

/** What a provider is sent, ready to be shown. */
export interface CompiledOutput {
  readonly provider: Provider;
  readonly strict: boolean;
  /** Indented JSON: the list of tools. */
  readonly text: string;
  /** Number of tools. */
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
  readonly id: number;
  /** What stops the document, and what else is wrong with it; empty for one that compiled, since its remarks follow. */
  readonly issues: readonly Issue[];
  /** False: the text is not JSON at all, so its issues are about syntax. */
  readonly parses: boolean;
  /** Absent when an issue is an error. */
  readonly output?: CompiledOutput;
}

/**
 * What the worker sends: that it starts on a request, since its own start is no work on a document; then the answer. Of a
 * document that compiled, and that no other followed at once, also what is doubtful about it: once it starts to look for
 * that, and then all of it.
 */
export type CompileReport =
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'done'; readonly response: CompileResponse }
  | { readonly kind: 'remarking'; readonly id: number }
  | { readonly kind: 'remarked'; readonly id: number; readonly remarks: readonly Issue[] };
