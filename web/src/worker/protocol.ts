/** What the page and its compile worker say to each other. */
import type { AtipTool, Issue, Provider } from '@atip/core';

export interface CompileSource {
  readonly text: string;
  readonly provider: Provider;
  /** Ignored for providers without such a mode. */
  readonly strict: boolean;
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
  /** UTF-8 bytes of the list as compact JSON. */
  readonly bytes: number;
  /** How much of the document the provider is not told, or in other words. */
  readonly losses: number;
}

export interface CompileResponse {
  readonly id: number;
  readonly issues: readonly Issue[];
  /** False: the text is not JSON at all, so its issues are about syntax. */
  readonly parses: boolean;
  /** Both present, or both absent because an issue is an error. */
  readonly tool?: AtipTool;
  readonly output?: CompiledOutput;
}

/** What the worker sends: that it starts on a request, since its own start is no work on a document; then the answer. */
export type CompileReport =
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'done'; readonly response: CompileResponse };
