/** Which place of a document made which line of its output. */

/** `document`: the line says what the document says there. `dialect`: every tool of that form has it. */
export type ProvenanceKind = 'document' | 'dialect';

export interface ProvenanceReason {
  /** A short phrase, such as ``"made from `effects.destructive` of the command"``. */
  readonly text: string;
  readonly kind: ProvenanceKind;
}

/**
 * From lines to sources, from sources to places, all by index: numbers in typed arrays, so that a worker hands it over without
 * copying. Ask it by `sourceOfLine` and `linesOfOffset`.
 */
export interface Provenance {
  /** For each output line its source; line 1 is at 0. */
  readonly sources: Uint32Array<ArrayBuffer>;
  /** Where each source's places begin in `places`, and one number more for where the last one's end. */
  readonly firstPlaces: Uint32Array<ArrayBuffer>;
  /** The one that matters most first. */
  readonly places: Uint32Array<ArrayBuffer>;
  /** For each source its reason. */
  readonly reasons: Uint32Array<ArrayBuffer>;
  readonly reasonTable: readonly ProvenanceReason[];
  /** For each place its first UTF-16 unit in the document, its key included. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** For each place the first unit after it. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** For each place its JSON Pointer. */
  readonly paths: readonly string[];
  /** Offsets at which the document's lines begin. */
  readonly lineStarts: Uint32Array<ArrayBuffer>;
}
