import type { Provider } from '@atip/core';

/**
 * The model that a snippet names, for each provider that is sent requests: a small one that calls tools.
 *
 * These ids age: vendors retire them within a year or two. Each was in its vendor's package or documentation in
 * November 2026; nothing but what a snippet shows depends on them.
 */
export const MODELS: Readonly<Record<Exclude<Provider, 'mcp'>, string>> = {
  openai: 'gpt-5.4-mini',
  'openai-responses': 'gpt-5.4-mini',
  anthropic: 'claude-haiku-5-5',
  gemini: 'gemini-3.8-flash',
  bedrock: 'amazon.nova-lite-v1:0',
};
