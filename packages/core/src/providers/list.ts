import type { Provider } from '../types/provider.ts';
import * as anthropic from './anthropic/anthropic.ts';
import * as bedrock from './bedrock.ts';
import * as gemini from './gemini/gemini.ts';
import * as mcp from './mcp.ts';
import * as openai from './openai/openai.ts';
import * as responses from './openai/openai-responses.ts';
import type { ProviderAcceptance, ProviderCalls, ProviderExamples, ProviderFacts, ProviderForm } from './provider.ts';

/**
 * The providers, each an object in five parts: a bundle that only compiles contains only the second, and a page's first
 * load only the first. A new provider is a file beside these, a line in each list here, and its types in
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

export const CALLS: { readonly [Name in Provider]: ProviderCalls<Name> } = {
  openai: openai.calls,
  'openai-responses': responses.calls,
  anthropic: anthropic.calls,
  gemini: gemini.calls,
  mcp: mcp.calls,
  bedrock: bedrock.calls,
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
