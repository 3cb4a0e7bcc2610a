import type { Provider } from '@atip/core';
import { PROVIDER_LABELS } from '../../state/providers.ts';
import { ESTIMATE_ERROR, estimateTokens } from './estimate-tokens.ts';
import { OPENAI_FRAME, openAIFunction, openAIMember } from './openai-prompt.ts';
import { createTokenCounter, type CountMethod, type TokenCounter } from './token-counter.ts';
import { type Fields, type ToolParts, toolParts } from './tool-parts.ts';

export interface ToolTokens {
  /** As the tool has it; empty where it has none. */
  readonly name: string;
  readonly tokens: number;
}

export interface TokenReport {
  readonly provider: Provider;
  readonly method: CountMethod;
  /** Of all tools and `frame`. */
  readonly total: number;
  /** What the provider puts around the tools, once in a request, as far as that is published. */
  readonly frame: number;
  /** In the order of the tools, one for each. */
  readonly tools: readonly ToolTokens[];
  /** True of every report: what a request is billed only its provider can tell. */
  readonly estimate: boolean;
  /** What was counted and how far it may be trusted, a sentence without a full stop. */
  readonly label: string;
}

/** The counter for as long as the encoding is not loaded, or does not load. */
export const QUICK_COUNTER: TokenCounter = createTokenCounter('characters', estimateTokens);

/**
 * Counts the tokens of compiled tools, each tool and all of them.
 *
 * OpenAI's models read functions as TypeScript types; these are counted as OpenAI publishes their form. Of the others'
 * forms nothing is published: the compact JSON of each tool is counted with OpenAI's encoding.
 *
 * Limits: a step is a few ms at most; nothing is counted twice while the counter remembers it.
 */
export function* countTokens(
  tools: readonly unknown[],
  provider: Provider,
  counter: TokenCounter = QUICK_COUNTER,
): Generator<void, TokenReport> {
  const counted: ToolTokens[] = [];
  const frame = isOpenAI(provider) && tools.length > 0 ? yield* counter.count(OPENAI_FRAME) : 0;
  let total = frame;
  for (const tool of tools) {
    const parts = toolParts(tool);
    const tokens = yield* counter.count(isOpenAI(provider) ? openAIFunction(parts) : (JSON.stringify(tool) ?? ''));
    counted.push({ name: parts.name, tokens });
    total += tokens;
  }
  return {
    provider,
    method: counter.method,
    total,
    frame,
    tools: counted,
    estimate: true,
    label: labelOf(provider, counter.method),
  };
}

/** A parameter as `countTokens` counts it within its tool. */
export function parameterText(provider: Provider, key: string, schema: Fields, { required }: ToolParts): string {
  if (isOpenAI(provider)) return openAIMember(key, schema, required.has(key));
  // From letter to letter, since signs in a row are one token.
  return `${JSON.stringify(key).slice(1)}:${JSON.stringify(schema)},"`;
}

function isOpenAI(provider: Provider): boolean {
  return provider === 'openai' || provider === 'openai-responses';
}

function labelOf(provider: Provider, method: CountMethod): string {
  if (method === 'characters') return `quick estimate from the characters, within ${ESTIMATE_ERROR * 100} %`;
  if (isOpenAI(provider))
    return 'o200k_base, over the functions in the form that OpenAI publishes for its models; a bill may differ by some 6 %';
  if (provider === 'mcp')
    return "estimate: OpenAI's encoding over the JSON as listed; what a client sends its model may be less";
  return `estimate: OpenAI's encoding over the compact JSON; ${PROVIDER_LABELS[provider]} does not publish its own`;
}
