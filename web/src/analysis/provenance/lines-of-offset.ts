import type { Provenance } from './provenance.ts';

interface Found {
  /** From 1. */
  readonly line: number;
  /** Units of the smallest of its places that holds the offset. */
  readonly size: number;
}

/**
 * The output lines made from what stands at an offset of the document, those made from the narrowest place first, then by
 * number; `[]` where nothing of it is sent. A place's end belongs to it, so that a caret right after a value counts.
 */
export function linesOfOffset(provenance: Provenance, offset: number): readonly number[] {
  return findLines(provenance, offset).map(({ line }) => line);
}

/** Of these lines only those made from the narrowest place: what to highlight, where `linesOfOffset` says what to scroll to. */
export function closestLinesOfOffset(provenance: Provenance, offset: number): readonly number[] {
  const found = findLines(provenance, offset);
  return found.filter(({ size }) => size === found[0]?.size).map(({ line }) => line);
}

/** A walk over all numbers: for the largest documents a millisecond or two, and no index to build at each keystroke. */
function findLines({ sources, firstPlaces, places, starts, ends }: Provenance, offset: number): readonly Found[] {
  const sizes = new Float64Array(firstPlaces.length).fill(Number.POSITIVE_INFINITY);
  for (let source = 0; source + 1 < firstPlaces.length; source++) {
    const end = firstPlaces[source + 1] ?? 0;
    for (let at = firstPlaces[source] ?? 0; at < end; at++) {
      const place = places[at] ?? 0;
      const [first = 0, last = 0] = [starts[place], ends[place]];
      if (first <= offset && offset <= last) sizes[source] = Math.min(sizes[source] ?? 0, last - first);
    }
  }
  const found: Found[] = [];
  for (const [index, source] of sources.entries()) {
    const size = sizes[source] ?? Number.POSITIVE_INFINITY;
    if (size !== Number.POSITIVE_INFINITY) found.push({ line: index + 1, size });
  }
  return found.sort((one, other) => one.size - other.size || one.line - other.line);
}
