import { PROVIDERS, type Provider } from '@atip/core';
import { FACTS } from '@atip/core/internal';

export const PROVIDER_LABELS: Readonly<Record<Provider, string>> = Object.fromEntries(
  PROVIDERS.map((provider) => [provider, FACTS[provider].label]),
  // The list has every provider.
) as Record<Provider, string>;

export const PROVIDER_OPTIONS = PROVIDERS.map((value) => ({ value, label: FACTS[value].label }));

export const STRICT_PROVIDERS: readonly Provider[] = PROVIDERS.filter((provider) => FACTS[provider].hasStrict);

export function isProvider(value: unknown): value is Provider {
  return PROVIDERS.some((provider) => provider === value);
}
