/** Who serves this page: a companion, or the public host, which takes shares from everybody and runs nothing. */
type Server = 'companion' | 'edge';

/**
 * Reads who serves this page from the one header of it that its scripts can read, `Server-Timing`; nothing is asked.
 *
 * @returns `undefined` for a plain web server, and where the browser does not say
 */
export function servedBy(): Server | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!(navigation instanceof PerformanceNavigationTiming)) return undefined;
  const names = (navigation.serverTiming ?? []).map(({ name }) => name);
  if (names.includes('atip-companion')) return 'companion';
  return names.includes('atip-edge') ? 'edge' : undefined;
}
