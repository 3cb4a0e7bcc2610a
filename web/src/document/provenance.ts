/** Which place of a document made which line of its output, in a form that the page can query. */
import type { Range } from '@atip/core';

/** From lines to sources, from sources to places, all by index: numbers in typed arrays, which a worker hands over fast. */
export interface Provenance {
  /** For each output line its source; line 1 is at 0. */
  readonly sources: Uint32Array<ArrayBuffer>;
  /** Start of each source's places in `places`, and one number more for the end of the last. */
  readonly firstPlaces: Uint32Array<ArrayBuffer>;
  /** The one that matters most first. */
  readonly places: Uint32Array<ArrayBuffer>;
  /** For each source 1 if every tool of the provider's form has it and the document does not state it. */
  readonly dialects: Uint8Array<ArrayBuffer>;
  /** For each place six numbers: line, column and offset where it starts in the document, its key included, and where it ends. */
  readonly positions: Uint32Array<ArrayBuffer>;
  /** For each place its name, such as `"pr create › --title"`. */
  readonly labels: readonly string[];
}

export type LineSource = NonNullable<ReturnType<typeof sourceOfLine>>;

/** The places that made an output line, counted from 1, and their names; `undefined` for a line that the output does not have. */
export function sourceOfLine(provenance: Provenance, line: number) {
  const { sources, dialects, labels } = provenance;
  const source = sources[line - 1];
  if (source === undefined) return undefined;
  const own = placesOf(provenance, source);
  return {
    ranges: own.map((place) => rangeOf(provenance, place)),
    labels: own.map((place) => labels[place] ?? ''),
    isDialect: dialects[source] === 1,
  };
}

function placesOf({ firstPlaces, places }: Provenance, source: number): readonly number[] {
  return [...places.subarray(firstPlaces[source], firstPlaces[source + 1])];
}

function rangeOf({ positions }: Provenance, place: number): Range {
  const [line = 1, column = 1, offset = 0, lastLine = 1, lastColumn = 1, end = 0] = positions.subarray(6 * place);
  return { start: { line, column, offset }, end: { line: lastLine, column: lastColumn, offset: end } };
}

/**
 * The output lines made from the narrowest place around an offset of the document, by number; `[]` where the output has
 * nothing of it. A place's end belongs to it, so that a caret right after a value counts.
 *
 * A walk over all numbers: for the largest documents a millisecond or two, and no index to build at each keystroke.
 */
export function linesOfOffset(provenance: Provenance, offset: number): readonly number[] {
  const { sources, positions, dialects } = provenance;
  const sizes = Array.from(dialects, (_, source) =>
    placesOf(provenance, source).reduce((least, place) => {
      const [start = 0, end = 0] = [positions[6 * place + 2], positions[6 * place + 5]];
      return start <= offset && offset <= end ? Math.min(least, end - start) : least;
    }, Number.POSITIVE_INFINITY),
  );
  const smallest = sizes.reduce((least, size) => Math.min(least, size), Number.POSITIVE_INFINITY);
  if (smallest === Number.POSITIVE_INFINITY) return [];
  return [...sources].flatMap((source, index) => (sizes[source] === smallest ? [index + 1] : []));
}
