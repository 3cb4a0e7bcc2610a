export interface LineChunks {
  /** Consecutive pieces of at most `size` lines; joined with `"\n"` they are the shown text. */
  readonly chunks: readonly string[];
  /** Lines left out at the end. */
  readonly hidden: number;
}

/**
 * Cuts a text into pieces that are laid out one by one, so that a long output does not hold up the page.
 *
 * Limits: `size` lines per piece, `limit` lines in all (both > 0).
 */
export function chunkLines(text: string, size: number, limit: number): LineChunks {
  const lines = text.split('\n');
  const shown = Math.min(lines.length, limit);
  const chunks: string[] = [];
  for (let start = 0; start < shown; start += size) {
    chunks.push(lines.slice(start, Math.min(start + size, shown)).join('\n'));
  }
  return { chunks, hidden: lines.length - shown };
}
