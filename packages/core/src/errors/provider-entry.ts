import type { Provider } from '../types/provider.ts';
import { AtipError } from './atip-error.ts';

/**
 * A provider's entry of a table that has one for each.
 *
 * @throws AtipError `UNKNOWN_PROVIDER` naming those there are; types do not reach what comes from a configuration
 */
export function providerEntry<Table extends Readonly<Record<Provider, unknown>>, Name extends Provider>(
  table: Table,
  provider: Name,
): Table[Name] {
  const given: unknown = provider;
  if (typeof given !== 'string' || !Object.hasOwn(table, given)) {
    const known = Object.keys(table).join(', ');
    const shown = typeof given === 'string' ? JSON.stringify(given.slice(0, 80)) : `of type ${typeof given}`;
    throw new AtipError('UNKNOWN_PROVIDER', `There is no provider ${shown}; known are ${known}.`);
  }
  return table[provider];
}
