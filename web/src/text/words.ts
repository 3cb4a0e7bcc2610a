/** Counts, sizes and times as a person reads them. */

// Made once: `toLocaleString` looks its locale up each time, in every row of a tree.
const NUMBERS = new Intl.NumberFormat('en');

/** `"1 tool"`, `"2 tools"`, `"3 losses"`; thousands are grouped the English way. */
export function countOf(count: number, noun: string): string {
  const ending = noun.endsWith('s') ? 'es' : 's';
  return `${NUMBERS.format(count)} ${noun}${count === 1 ? '' : ending}`;
}

/** Bytes for a person: `"812 B"`, `"61 kB"`, `"1.4 MB"`; decimal units. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Age for a person: `"just now"`, `"12 minutes ago"`, `"yesterday"`, `"3 days ago"`. Both in ms since 1970. */
export function whenSaid(then: number, now: number): string {
  const ago = now - then;
  if (then <= 0) return 'some time ago';
  if (ago < MINUTE) return 'just now';
  if (ago < HOUR) return `${countOf(Math.floor(ago / MINUTE), 'minute')} ago`;
  if (ago < DAY) return `${countOf(Math.floor(ago / HOUR), 'hour')} ago`;
  return ago < 2 * DAY ? 'yesterday' : `${countOf(Math.floor(ago / DAY), 'day')} ago`;
}

/** A share of 0 to 1 as `"38 %"`; under one per cent `"< 1 %"`. */
export function percent(share: number): string {
  return share > 0 && share < 0.01 ? '< 1 %' : `${Math.round(share * 100)} %`;
}
