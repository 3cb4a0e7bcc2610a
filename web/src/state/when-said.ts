const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, for a person: `"just now"`, `"12 minutes ago"`, `"yesterday"`, `"3 days ago"`. Both in ms since 1970. */
export function whenSaid(then: number, now: number): string {
  const ago = now - then;
  if (then <= 0) return 'some time ago';
  if (ago < MINUTE) return 'just now';
  if (ago < HOUR) return said(Math.floor(ago / MINUTE), 'minute');
  if (ago < DAY) return said(Math.floor(ago / HOUR), 'hour');
  return ago < 2 * DAY ? 'yesterday' : said(Math.floor(ago / DAY), 'day');
}

function said(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
