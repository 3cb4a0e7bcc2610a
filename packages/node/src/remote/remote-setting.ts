import type { Environment } from '../environment/child-environment.ts';
import { parseRemoteAddress, type RemoteAddress } from './remote-address.ts';

/** What is wanted of registries: none is known of, none counts, one, or a text that is the address of none. */
export type RemoteSetting =
  | { readonly kind: 'unset' }
  | { readonly kind: 'off' }
  | { readonly kind: 'at'; readonly address: RemoteAddress }
  | { readonly kind: 'unusable'; readonly problem: string };

/**
 * Reads which registry is wanted: what was asked for, else `ATIP_REGISTRY`. There is no registry that counts by itself.
 *
 * Shape: `off` → none counts, and what was taken from one is forgotten by the next scan.
 */
export function readRemoteSetting(env: Environment, asked: string | undefined): RemoteSetting {
  const text = asked ?? env['ATIP_REGISTRY'] ?? '';
  if (text === '') return { kind: 'unset' };
  if (text === 'off') return { kind: 'off' };
  const address = parseRemoteAddress(text);
  return typeof address === 'string' ? { kind: 'unusable', problem: address } : { kind: 'at', address };
}
