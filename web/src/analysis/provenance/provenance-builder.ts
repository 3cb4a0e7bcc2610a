import { endOf, type JsonPlace, startOf } from './json-place.ts';
import { lineStartsOf } from './line-starts.ts';
import type { Provenance, ProvenanceKind, ProvenanceReason } from './provenance.ts';

/** Index of a source in the provenance that is being built. */
export type SourceId = number;

/** Collects lines and their sources in the order of the output. */
export interface ProvenanceBuilder {
  /** The source of lines to come. @param places the one that matters most first, at least one */
  source(places: readonly JsonPlace[], reason: string, kind?: ProvenanceKind): SourceId;
  /** Notes the next output line. */
  line(source: SourceId): void;
  build(): Provenance;
}

/** A builder for the output of a document's text. */
export function createProvenanceBuilder(text: string): ProvenanceBuilder {
  const lines: number[] = [];
  const firstPlaces: number[] = [];
  const all: number[] = [];
  const reasons: number[] = [];
  const reasonTable: ProvenanceReason[] = [];
  const reasonIds = new Map<string, number>();
  const table = createPlaceTable();

  return {
    source(places, reason, kind = 'document') {
      firstPlaces.push(all.length);
      for (const id of new Set(places.map(table.idOf))) all.push(id);
      let known = reasonIds.get(reason);
      if (known === undefined) {
        known = reasonTable.push({ text: reason, kind }) - 1;
        reasonIds.set(reason, known);
      }
      return reasons.push(known) - 1;
    },
    line: (source) => lines.push(source),
    build: () => ({
      sources: Uint32Array.from(lines),
      firstPlaces: Uint32Array.from([...firstPlaces, all.length]),
      places: Uint32Array.from(all),
      reasons: Uint32Array.from(reasons),
      reasonTable,
      starts: Uint32Array.from(table.starts),
      ends: Uint32Array.from(table.ends),
      paths: table.paths,
      lineStarts: lineStartsOf(text),
    }),
  };
}

interface PlaceTable {
  readonly starts: number[];
  readonly ends: number[];
  readonly paths: string[];
  /** The same place has the same index. */
  idOf(place: JsonPlace): number;
}

function createPlaceTable(): PlaceTable {
  // By what the reader made of it once: a member for a key, a node for all of it.
  const ids = new Map<object, number>();
  const table = { starts: [] as number[], ends: [] as number[], paths: [] as string[] };
  return {
    ...table,
    idOf(place) {
      const { node, member, path, onlyKey } = place;
      const identity = onlyKey && member ? member : node;
      const known = ids.get(identity);
      if (known !== undefined) return known;
      ids.set(identity, table.paths.length);
      table.starts.push(startOf(place));
      table.ends.push(endOf(place));
      return table.paths.push(path) - 1;
    },
  };
}
