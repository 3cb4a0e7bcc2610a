import type { Provider } from '@atip/core';

/** How a provider is called in sentences and on its radio. */
export const PROVIDER_LABELS: Readonly<Record<Provider, string>> = {
  openai: 'OpenAI',
  gemini: 'Gemini',
  anthropic: 'Anthropic',
};

/** In the order of the radios. */
export const PROVIDER_ORDER: readonly Provider[] = ['openai', 'gemini', 'anthropic'];

/** True for a provider's id, as read from storage or a link. */
export function isProvider(value: unknown): value is Provider {
  return PROVIDER_ORDER.some((provider) => provider === value);
}
