import { AtipError } from '../errors/atip-error.ts';
import { UNBOUNDED } from './pattern-part.ts';
import { patternShape } from './pattern-shape.ts';

/** A pattern's source in UTF-16 units; longer ones take too long to look through. */
const MAX_SOURCE = 10_000;
const NARROW = 512;
/** What optional elements and short repetitions beside the unbounded ones may multiply the ways by. */
const SLACK = 4;

/**
 * How much of a text a pattern of somebody else may see at once, in UTF-16 units: so much that the time it takes for that stays
 * below some tenths of a second, whatever the text.
 *
 * Shape: /\w+@\w+/ → 8192; /a.*b.*c/ → 512, since the time grows with the third power
 * Read from the pattern alone, and careful: a pattern that is refused may be harmless. What it can be rewritten to: `(a+)+` to
 * `a+`, `(a|ab)*` to `(ab?)*`, `.*x.*y.*z` to `.{0,80}x.{0,80}y.{0,80}z`.
 *
 * @throws AtipError `INVALID_PATTERN` when the time could grow exponentially, or with the fourth power
 */
export function patternWindow({ source, flags }: RegExp): number {
  const ways = source.length > MAX_SOURCE ? Number.POSITIVE_INFINITY : patternShape(source, flags).ways;
  if (ways <= SLACK * UNBOUNDED) {
    return UNBOUNDED;
  }
  if (ways <= SLACK * UNBOUNDED ** 2) {
    return NARROW;
  }
  const shown = source.length > 80 ? `${source.slice(0, 80)}…` : source;
  throw new AtipError(
    'INVALID_PATTERN',
    `The pattern ${JSON.stringify(shown)} could take far too long: what it repeats can match the same text in too many ways. Give its repetitions bounds, or make what follows each differ from it.`,
  );
}
