/** Ways in which output can arrive in pieces. */
export type Cut =
  /** Pieces of one size, in UTF-16 units. */
  | { readonly kind: 'size'; readonly size: number }
  /** Pieces of 1 to 400 units, the same for the same seed. */
  | { readonly kind: 'random'; readonly seed: number }
  /** At these offsets, in ascending order. */
  | { readonly kind: 'at'; readonly offsets: readonly number[] };

const LONGEST = 400;

/** The end of each piece, one after the other; the last is the text's own. Empty for an empty text. */
export function* cutText(length: number, cut: Cut): Generator<number> {
  if (cut.kind === 'at') {
    let last = 0;
    for (const offset of [...cut.offsets, length]) {
      if (offset > last && offset <= length) yield offset;
      last = Math.max(last, offset);
    }
    return;
  }
  const random = cut.kind === 'random' ? createRandom(cut.seed) : undefined;
  for (let at = 0; at < length; ) {
    at += cut.kind === 'size' ? Math.max(1, cut.size) : 1 + Math.floor((random?.() ?? 0) ** 3 * LONGEST);
    yield Math.min(at, length);
  }
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
