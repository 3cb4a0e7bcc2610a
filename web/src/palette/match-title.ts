/** A text made ready to be searched again and again. */
export interface Searchable {
  /** In lower case. */
  readonly low: string;
  /** Where its words begin, in UTF-16 units and rising. */
  readonly starts: readonly number[];
  /** False where lower case is longer, as for İ: places would then point beside what is shown. */
  readonly canPoint: boolean;
}

/** How one word that was typed is in a text. */
export interface WordMatch {
  /** 0 the whole, 1 its beginning, 2 the beginning of a word, 3 inside, 4 beginnings of words, spread; less is better. */
  readonly rank: 0 | 1 | 2 | 3 | 4;
  /** Places of the characters that match, in UTF-16 units and rising. */
  readonly places: readonly number[];
}

export function searchable(text: string): Searchable {
  const low = text.toLowerCase();
  const starts = [...low.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index);
  return { low, starts: low === '' || starts[0] === 0 ? starts : [0, ...starts], canPoint: low.length === text.length };
}

/**
 * Finds a word in a text; `undefined` when it is not there. An empty word is everywhere.
 *
 * @param word in lower case
 */
export function matchTitle({ low, starts, canPoint }: Searchable, word: string): WordMatch | undefined {
  const from = (start: number): readonly number[] =>
    canPoint ? Array.from({ length: word.length }, (_, index) => start + index) : [];
  if (low === word) return { rank: 0, places: from(0) };
  if (low.startsWith(word)) return { rank: 1, places: from(0) };
  const inside = low.indexOf(word);
  if (inside !== -1) {
    const start = starts.find((at) => at >= inside && low.startsWith(word, at));
    return start === undefined ? { rank: 3, places: from(inside) } : { rank: 2, places: from(start) };
  }
  const spread = spreadPlaces(low, starts, word, 0);
  return spread && { rank: 4, places: canPoint ? spread : [] };
}

/**
 * Places of a word whose pieces each begin a word of the text, in order: `prc` in `pr create`.
 *
 * Letters anywhere would match nearly everything once there are a thousand commands.
 */
function spreadPlaces(
  low: string,
  starts: readonly number[],
  wanted: string,
  from: number,
): readonly number[] | undefined {
  if (wanted === '') return [];
  for (const at of starts) {
    if (at < from || low[at] !== wanted[0]) continue;
    let length = 1;
    while (length < wanted.length && low[at + length] === wanted[length]) length++;
    // The longest piece first; a shorter one may be what lets the rest fit.
    for (; length > 0; length--) {
      const rest = spreadPlaces(low, starts, wanted.slice(length), at + length);
      if (rest !== undefined) return [...Array.from({ length }, (_, index) => at + index), ...rest];
    }
  }
  return undefined;
}
