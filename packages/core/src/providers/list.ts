import type { StreamReader } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import * as anthropic from './anthropic/anthropic.ts';
import * as bedrock from './bedrock.ts';
import * as gemini from './gemini/gemini.ts';
import * as mcp from './mcp.ts';
import * as openai from './openai/openai.ts';
import * as responses from './openai/openai-responses.ts';
import type {
  ProviderAcceptance,
  ProviderExamples,
  ProviderFacts,
  ProviderForm,
  ProviderResponses,
  ProviderResults,
} from './provider.ts';

/**
 * The providers, each in seven parts: a bundle that only compiles contains only the second, and a page's first load
 * only the first. A new provider is a file beside these, a line in each list here, and its types in
 * `types/provider.ts`.
 */
export const FACTS: Readonly<Record<Provider, ProviderFacts>> = {
  openai: openai.facts,
  'openai-responses': responses.facts,
  anthropic: anthropic.facts,
  gemini: gemini.facts,
  mcp: mcp.facts,
  bedrock: bedrock.facts,
};

export const FORMS: { readonly [Name in Provider]: ProviderForm<Name> } = {
  openai: openai.form,
  'openai-responses': responses.form,
  anthropic: anthropic.form,
  gemini: gemini.form,
  mcp: mcp.form,
  bedrock: bedrock.form,
};

export const RESPONSES: Readonly<Record<Provider, ProviderResponses>> = {
  openai: openai.responses,
  'openai-responses': responses.responses,
  anthropic: anthropic.responses,
  gemini: gemini.responses,
  mcp: mcp.responses,
  bedrock: bedrock.responses,
};

/** Each starts reading the events of a streamed response. */
export const STREAMS: Readonly<Record<Provider, () => StreamReader>> = {
  openai: openai.stream,
  'openai-responses': responses.stream,
  anthropic: anthropic.stream,
  gemini: gemini.stream,
  mcp: mcp.stream,
  bedrock: bedrock.stream,
};

export const RESULTS: { readonly [Name in Provider]: ProviderResults<Name> } = {
  openai: openai.results,
  'openai-responses': responses.results,
  anthropic: anthropic.results,
  gemini: gemini.results,
  mcp: mcp.results,
  bedrock: bedrock.results,
};

export const ACCEPTANCE: Readonly<Record<Provider, ProviderAcceptance>> = {
  openai: openai.acceptance,
  'openai-responses': responses.acceptance,
  anthropic: anthropic.acceptance,
  gemini: gemini.acceptance,
  mcp: mcp.acceptance,
  bedrock: bedrock.acceptance,
};

export const EXAMPLES: Readonly<Record<Provider, ProviderExamples>> = {
  openai: openai.examples,
  'openai-responses': responses.examples,
  anthropic: anthropic.examples,
  gemini: gemini.examples,
  mcp: mcp.examples,
  bedrock: bedrock.examples,
};

/**
 * All providers, in the order of menus.
 *
 * @example
 * ```ts
 * import { type AtipTool, compile, PROVIDERS } from '@atip/core';
 * declare const git: AtipTool;
 * for (const provider of PROVIDERS) console.log(provider, compile([git], provider).tools.length);
 * ```
 */
// The keys of a table with one row for each provider are the providers.
export const PROVIDERS: readonly Provider[] = /* @__PURE__ */ Object.keys(FACTS) as Provider[];
