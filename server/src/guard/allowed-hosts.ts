export interface Allowed {
  /** Values of `Host`, in lower case, with the port as browsers write it; a refusal names the first one. */
  readonly hosts: readonly string[];
  /** Origins of pages that may use the API, besides the companion's own. */
  readonly origins: readonly string[];
}

/** An address, because the name `localhost` may mean another one. */
export const LOOPBACK = '127.0.0.1';

/** The allowed values of `Host`, as browsers write them. We allow no other name, because its owner can point it at another address at any moment. */
export function allowedHosts(port: number): readonly string[] {
  return [LOOPBACK, 'localhost'].map((name) => new URL(`http://${name}:${port}`).host);
}

/** Loopback, where a page needs no TLS to prove its identity. */
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Checks an origin that is allowed beside the companion's own page: https, or http on this machine, in the spelling of
 * browsers, because we compare letter by letter. @returns undefined when it is valid.
 */
export function pageOriginProblem(text: string): string | undefined {
  const origin = exactOriginOf(text);
  if (origin === text && (text.startsWith('https://') || LOCAL.test(text))) return undefined;
  const wanted =
    'Write an origin such as https://play.example.org: https (or http on this machine), no path, no wildcard.';
  if (origin === undefined || !(origin.startsWith('https://') || LOCAL.test(origin))) return wanted;
  return `${wanted} Perhaps ${origin} is meant.`;
}

/** The origin of an address without a user in it; undefined without one. To URL, a star is part of a name. */
function exactOriginOf(text: string): string | undefined {
  if (!URL.canParse(text) || text.includes('*')) return undefined;
  const { origin, username, password } = new URL(text);
  return origin === 'null' || username !== '' || password !== '' ? undefined : origin;
}

/**
 * The address of a hosted page as browsers write it; a link adds `#` and a fragment.
 * @returns undefined unless it is https, or http on this machine, without user, query and fragment.
 */
export function publicPageOf(text: string): string | undefined {
  const origin = exactOriginOf(text);
  if (origin === undefined || /[?#]/.test(text)) return undefined;
  return origin.startsWith('https://') || LOCAL.test(origin) ? new URL(text).href : undefined;
}
