/**
 * The server of this page: a companion, or the public host (`edge`), which takes shares from everybody and runs nothing. Read from
 * `Server-Timing`, the one header of the page that its scripts can read; it sends no request.
 *
 * @returns `undefined` for a plain web server, and where the browser does not say
 */
export function servedBy(): 'companion' | 'edge' | undefined {
  const names = timings().map(({ name }) => name);
  if (names.includes('atip-companion')) return 'companion';
  return names.includes('atip-edge') ? 'edge' : undefined;
}

/** The page that links lead to: the one named by the companion or the build, else this one. */
export function linkBase(): string {
  const here = location.origin + location.pathname;
  if (servedBy() === 'edge') return here;
  const named = timings().find(({ name }) => name === 'atip-page')?.description;
  return publicPage(named ?? import.meta.env['VITE_PUBLIC_PAGE']) ?? here;
}

/** The address of a page to link to: https, or http on this machine, without query, fragment and user. */
export function publicPage(text: unknown): string | undefined {
  if (typeof text !== 'string' || /[?#]/.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const isTrusted = protocol === 'https:' || (protocol === 'http:' && isOwnMachine(href));
  return isTrusted && username === '' && password === '' ? href : undefined;
}

/** True for a page on the person's own machine: a link to it opens only there. */
export function isOwnMachine(address: string): boolean {
  return /^(?:(?:.+\.)?localhost|\[::1\]|127(?:\.\d+){3})$/.test(new URL(address).hostname);
}

function timings(): readonly PerformanceServerTiming[] {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? (navigation.serverTiming ?? []) : [];
}
