/** Which place of a document made which line of its output, ready to be asked in the page. */
import type { Position, Range } from '@atip/core';

/** `document`: the line says what the document says there. `dialect`: every tool of that form has it. */
type ProvenanceKind = 'document' | 'dialect';

/**
 * From lines to sources, from sources to places, all by index: numbers in typed arrays, so that a worker hands it over
 * without copying.
 */
export interface Provenance {
  /** For each output line its source; line 1 is at 0. */
  readonly sources: Uint32Array<ArrayBuffer>;
  /** Where each source's places begin in `places`, and one number more for where the last one's end. */
  readonly firstPlaces: Uint32Array<ArrayBuffer>;
  /** The one that matters most first. */
  readonly places: Uint32Array<ArrayBuffer>;
  /** Why each source is one, in a short phrase such as ``"made from `effects.destructive` of the command"``. */
  readonly reasons: readonly { readonly text: string; readonly kind: ProvenanceKind }[];
  /** For each place its first UTF-16 unit in the document, its key included. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** For each place the first unit after it. */
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly paths: readonly string[];
  /** Offsets at which the document's lines begin. */
  readonly lineStarts: Uint32Array<ArrayBuffer>;
}

export interface LineSource {
  /** In the document; the one that matters most first, at least one. */
  readonly ranges: readonly Range[];
  /** For each range its JSON Pointer. */
  readonly paths: readonly string[];
  readonly why: string;
  readonly kind: ProvenanceKind;
}

/** The source of an output line, counted from 1; `undefined` for a line that the output does not have. */
export function sourceOfLine(provenance: Provenance, line: number): LineSource | undefined {
  const { sources, firstPlaces, places, reasons, starts, ends, paths, lineStarts } = provenance;
  const source = sources[line - 1];
  const reason = source === undefined ? undefined : reasons[source];
  if (source === undefined || reason === undefined) return undefined;
  const own = [...places.subarray(firstPlaces[source], firstPlaces[source + 1])];
  return {
    ranges: own.map((place) => ({
      start: positionAt(lineStarts, starts[place] ?? 0),
      end: positionAt(lineStarts, ends[place] ?? 0),
    })),
    paths: own.map((place) => paths[place] ?? ''),
    why: reason.text,
    kind: reason.kind,
  };
}

function positionAt(starts: Uint32Array, offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1, offset };
}

/**
 * The output lines made from the narrowest place that holds an offset of the document, by number; `[]` where nothing of it
 * is sent. A place's end belongs to it, so that a caret right after a value counts.
 *
 * A walk over all numbers: for the largest documents a millisecond or two, and no index to build at each keystroke.
 */
export function linesOfOffset(provenance: Provenance, offset: number): readonly number[] {
  const { sources, firstPlaces, places, starts, ends } = provenance;
  const sizes = new Float64Array(firstPlaces.length).fill(Number.POSITIVE_INFINITY);
  for (let source = 0; source + 1 < firstPlaces.length; source++) {
    const end = firstPlaces[source + 1] ?? 0;
    for (let at = firstPlaces[source] ?? 0; at < end; at++) {
      const place = places[at] ?? 0;
      const [first = 0, last = 0] = [starts[place], ends[place]];
      if (first <= offset && offset <= last) sizes[source] = Math.min(sizes[source] ?? 0, last - first);
    }
  }
  const smallest = sources.reduce((least, source) => Math.min(least, sizes[source] ?? least), Number.POSITIVE_INFINITY);
  if (smallest === Number.POSITIVE_INFINITY) return [];
  return [...sources].flatMap((source, index) => (sizes[source] === smallest ? [index + 1] : []));
}
