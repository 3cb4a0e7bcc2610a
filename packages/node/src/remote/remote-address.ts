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
 * down, and what is secret in it would be as well.
 * @returns a sentence for what cannot be one; it never repeats the address, which may carry a password.
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
