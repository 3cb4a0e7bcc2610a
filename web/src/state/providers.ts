import type { Provider } from '@atip/core';

/** How a provider is called in sentences and on its radio. */
export const PROVIDER_LABELS: Readonly<Record<Provider, string>> = {
  openai: 'OpenAI',
  'openai-responses': 'Responses',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  mcp: 'MCP',
  bedrock: 'Bedrock',
};

/** In the order of the radios. Written here, and held against core's list by a test, so that the first load carries no core. */
export const PROVIDER_ORDER: readonly Provider[] = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
  'mcp',
  'bedrock',
];

/** Those with a strict mode. */
export const STRICT_PROVIDERS: readonly Provider[] = ['openai', 'openai-responses', 'anthropic'];

/** True for a provider's id, as read from storage or a link. */
export function isProvider(value: unknown): value is Provider {
  return PROVIDER_ORDER.some((provider) => provider === value);
}
