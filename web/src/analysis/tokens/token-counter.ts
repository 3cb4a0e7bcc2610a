/** How texts are counted. `characters` is a guess by length, `o200k_base` the encoding of OpenAI's models. */
export type CountMethod = 'characters' | 'o200k_base';

/** Counts texts, each one once. */
export interface TokenCounter {
  readonly method: CountMethod;
  /** Counts one text; every step is a few ms at most, so that who drives it can stop between two. */
  count(text: string): Generator<void, number>;
}

/**
 * UTF-16 units. Encoding takes time with the square of a text's length where nothing divides it, such as Chinese or
 * base64, so no longer piece is encoded at once: 1,024 units take 3 ms at worst.
 */
const PIECE = 1024;

/** Texts that are remembered, and their UTF-16 units together: 16 MB at most. */
const CACHE = { entries: 20_000, units: 8_000_000 };

/**
 * A counter that remembers what it counted, the least recently used forgotten first, so that an edit costs one tool.
 *
 * A text of more than 1,024 units is cut before a space where there is one, which changes nothing; a longer run without
 * spaces comes out up to one token too many for each cut.
 *
 * @param countPiece counts a text of at most 1,024 UTF-16 units
 */
export function createTokenCounter(
  method: CountMethod,
  countPiece: (text: string) => number,
  cache: { readonly entries: number; readonly units: number } = CACHE,
): TokenCounter {
  const counts = new Map<string, number>();
  let units = 0;
  const remember = (text: string, count: number): void => {
    if (text.length > cache.units) return;
    units += text.length;
    counts.set(text, count);
    for (const oldest of counts.keys()) {
      if (counts.size <= cache.entries && units <= cache.units) break;
      counts.delete(oldest);
      units -= oldest.length;
    }
  };
  return {
    method,
    *count(text) {
      const known = counts.get(text);
      if (known !== undefined) {
        counts.delete(text);
        counts.set(text, known);
        return known;
      }
      let count = 0;
      for (let start = 0; start < text.length; ) {
        const end = pieceEnd(text, start);
        count += countPiece(text.slice(start, end));
        start = end;
        yield;
      }
      // Whoever counts beside this one may have been quicker.
      if (!counts.has(text)) remember(text, count);
      return count;
    },
  };
}

function pieceEnd(text: string, start: number): number {
  const end = start + PIECE;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  if (space > start) return space;
  // Half of a surrogate pair would be counted as three tokens of its own.
  const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1));
  return splitsPair ? end - 1 : end;
}
