import { AtipError } from '../errors/atip-error.ts';
import type { Charset } from './pattern-atom.ts';
import { patternShape } from './pattern-shape.ts';

/** A pattern's source in UTF-16 units; longer ones take too long to look through. */
const MAX_SOURCE = 10_000;
const WIDE = 8192;
const NARROW = 512;
/** By how many unbounded repetitions can share a text: how many times as many ways bounded ones may make of it. */
const WIDE_LIMITS = [2000, 2];
const NARROW_LIMITS = [8000, 32, 2];

/**
 * How much of a text a pattern of somebody else may see at once, in UTF-16 units: so much that the time it takes for that stays
 * below some tenths of a second, whatever the text.
 *
 * Shape: /\w+@\w+/ → 8192; /a.*b.*c/ → 512, since the time grows with the third power
 * Read from the pattern alone, and careful: a pattern that is refused may be harmless. What it can be rewritten to: `(a+)+` to
 * `a+`, `(a|ab)*` to `(?:ab?)*`, `.*x.*y.*z` to `[^x]*x[^y]*y[^z]*z`.
 *
 * @throws AtipError `INVALID_PATTERN` when the time could grow exponentially, or with the fourth power
 */
export function patternWindow({ source, flags }: RegExp): number {
  const cache = new Map<string, Charset>();
  const [wide = 0, narrow = 0] = [WIDE, NARROW].map((length) =>
    source.length > MAX_SOURCE ? Number.POSITIVE_INFINITY : patternShape(source, flags, cache, length).ways,
  );
  const unbounded = Math.round(Math.log2(wide / narrow) / Math.log2(WIDE / NARROW));
  const bounded = narrow / NARROW ** unbounded;
  if (bounded <= (WIDE_LIMITS[unbounded] ?? -1)) {
    return WIDE;
  }
  if (bounded <= (NARROW_LIMITS[unbounded] ?? -1)) {
    return NARROW;
  }
  const shown = source.length > 80 ? `${source.slice(0, 80)}…` : source;
  throw new AtipError(
    'INVALID_PATTERN',
    `The pattern ${JSON.stringify(shown)} could take far too long: what it repeats can match the same text in too many ways. Make what stands in a repetition differ from what comes after it.`,
  );
}
