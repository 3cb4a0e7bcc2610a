/** How long a short link is kept. */

export type Keep = 'day' | 'week' | 'month' | 'ever';

/** Where links are stored: in a file of the own machine, or with a host that everybody reaches. */
export type ShareHostKind = 'companion' | 'hosted';

const DAY = 86_400;

/** In the order of the radios. */
export const KEEPS: readonly { readonly value: Keep; readonly label: string }[] = [
  { value: 'day', label: '1 day' },
  { value: 'week', label: '7 days' },
  { value: 'month', label: '30 days' },
  { value: 'ever', label: 'for ever' },
];

/**
 * What is chosen where nobody chose: what is public goes by itself, so that what was forgotten is no harm for ever; the
 * own machine throws nothing away that it was given.
 */
export function usualKeep(host: ShareHostKind): Keep {
  return host === 'hosted' ? 'month' : 'ever';
}

/** Seconds, as the API takes them; `undefined`: for ever. */
export function secondsOf(keep: Keep): number | undefined {
  switch (keep) {
    case 'day':
      return DAY;
    case 'week':
      return 7 * DAY;
    case 'month':
      return 30 * DAY;
    case 'ever':
      return undefined;
  }
}

/** `"kept for ever"`, `"kept until 22 Dec 2026, 13:05"`; in the time of this browser. `expiresAt`: ms since 1970. */
export function keptUntil(expiresAt: number | undefined): string {
  if (expiresAt === undefined) return 'kept for ever';
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return `kept until ${time.format(expiresAt)}`;
}
