import { PROVIDERS, type Provider } from '@atip/core';
import { FACTS } from '@atip/core/internal';

export const PROVIDER_LABELS: Readonly<Record<Provider, string>> = Object.fromEntries(
  PROVIDERS.map((provider) => [provider, FACTS[provider].label]),
  // The list has every provider.
) as Record<Provider, string>;
