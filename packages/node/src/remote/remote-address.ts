import type { Environment } from '../environment/child-environment.ts';

/** Where a registry of tool documents is. */
export interface RemoteAddress {
  /** Without a slash at the end: `https://tools.example/registry`. */
  readonly url: string;
  /** With the port where it is not the usual one. */
  readonly host: string;
}

/** Characters; nobody types more. */
const MAX_ADDRESS = 2000;

/**
 * Reads the address of a registry.
 *
 * Limits: https, or http to this machine itself. No user, password, query or fragment: the address is shown and written
 * down, and a secret in it would be as well.
 * @returns a sentence for any other text; it never repeats the address, which may carry a password.
 */
export function parseRemoteAddress(text: string): RemoteAddress | string {
  if (text.length > MAX_ADDRESS || !URL.canParse(text))
    return 'It is not the address of a registry, such as https://tools.example/registry.';
  const { protocol, hostname, host, origin, pathname, username, password, search, hash } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    return 'It has to begin with https:// (http:// is for registries on this machine only).';
  }
  if (username !== '' || password !== '') return 'It must not have a user or a password in it.';
  if (search !== '' || hash !== '') return 'It must not have a ? or a # in it.';
  return { url: `${origin}${pathname.replace(/\/+$/, '')}`, host };
}

/** `URL` has brought every way to write such an address into one of these forms. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Which registry is wanted. `unusable`: the text is no address. */
type RemoteSetting =
  | { readonly kind: 'unset' }
  | { readonly kind: 'off' }
  | { readonly kind: 'at'; readonly address: RemoteAddress }
  | { readonly kind: 'unusable'; readonly problem: string };

/**
 * Reads which registry is wanted: the one that was asked for, else `ATIP_REGISTRY`. No registry counts by default.
 *
 * Shape: `off` → none counts, and the next scan forgets what it took from one.
 */
export function readRemoteSetting(env: Environment, asked: string | undefined): RemoteSetting {
  const text = asked ?? env['ATIP_REGISTRY'] ?? '';
  if (text === '') return { kind: 'unset' };
  if (text === 'off') return { kind: 'off' };
  const address = parseRemoteAddress(text);
  return typeof address === 'string' ? { kind: 'unusable', problem: address } : { kind: 'at', address };
}
