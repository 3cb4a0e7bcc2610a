import type { Range } from '@atip/core';
import { positionAt } from './line-starts.ts';
import type { Provenance, ProvenanceKind } from './provenance.ts';

/** Where an output line comes from. */
export interface LineSource {
  /** In the document; the one that matters most first, at least one. */
  readonly ranges: readonly Range[];
  /** For each range its JSON Pointer. */
  readonly paths: readonly string[];
  /** A short phrase. */
  readonly why: string;
  readonly kind: ProvenanceKind;
}

/** The source of an output line, counted from 1; `undefined` for a line that the output does not have. */
export function sourceOfLine(provenance: Provenance, line: number): LineSource | undefined {
  const { sources, firstPlaces, places, reasons, reasonTable, starts, ends, paths, lineStarts } = provenance;
  const source = sources[line - 1];
  const reason = source === undefined ? undefined : reasonTable[reasons[source] ?? -1];
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
