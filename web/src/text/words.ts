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

/** Ms for a person: `"12 ms"`, `"1.2 s"`. */
export function timeOf(duration: number): string {
  return duration < 1000 ? `${Math.round(duration)} ms` : `${(duration / 1000).toFixed(1)} s`;
}
