/** Loopback, where a page needs no TLS to be who it says it is. */
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * What is wrong with an origin that is to be let in beside the companion's own page.
 *
 * It has to be written just as browsers send it, since it is compared letter by letter; and it has to be one that nobody on
 * the way can be in the place of: https, or http on this machine, where pages are developed.
 * @returns undefined when nothing is.
 */
export function pageOriginProblem(text: string): string | undefined {
  const origin = originOf(text);
  if (origin === text && (text.startsWith('https://') || LOCAL.test(text))) return undefined;
  const wanted =
    'Write an origin such as https://play.example.org: https (or http on this machine), no path, no wildcard.';
  if (origin === undefined || !(origin.startsWith('https://') || LOCAL.test(origin))) return wanted;
  return `${wanted} Perhaps ${origin} is meant.`;
}

/** The origin of an address without a user in it; undefined when it has none. To URL, a star is part of a name. */
function originOf(text: string): string | undefined {
  if (!URL.canParse(text) || text.includes('*')) return undefined;
  const { origin, username, password } = new URL(text);
  return origin === 'null' || username !== '' || password !== '' ? undefined : origin;
}
