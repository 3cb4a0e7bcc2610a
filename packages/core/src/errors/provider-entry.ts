import type { Provider } from '../types/provider.ts';
import { AtipError } from './atip-error.ts';

/**
 * A provider's entry of a table that has one for each.
 *
 * @throws AtipError `UNKNOWN_PROVIDER` naming those there are; types do not reach what comes from a configuration
 */
export function providerEntry<Entry>(table: Readonly<Record<Provider, Entry>>, provider: Provider): Entry {
  if (!Object.hasOwn(table, provider)) {
    const known = Object.keys(table).join(', ');
    throw new AtipError('UNKNOWN_PROVIDER', `There is no provider ${JSON.stringify(provider)}; known are ${known}.`);
  }
  return table[provider];
}
