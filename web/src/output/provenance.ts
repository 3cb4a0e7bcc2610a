/** Which place of a document made which line of its output, in a form that the page can query. */
import type { AtipTool, Compilation, Range } from '@atip/core';
import { isRecord, joinPointer } from '@atip/core/internal';
import { readSource } from '../document/document-fixes.ts';
import { type JsonPlace, nearestPlace, type SourceText, startOf } from '../document/json-place.ts';
import { placeLabel } from './losses.ts';

/** From lines to sources, from sources to places, all by index: numbers in typed arrays, which a worker hands over fast. */
export interface LineProvenance {
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
export function sourceOfLine(provenance: LineProvenance, line: number) {
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

function placesOf({ firstPlaces, places }: LineProvenance, source: number): readonly number[] {
  return [...places.subarray(firstPlaces[source], firstPlaces[source + 1])];
}

function rangeOf({ positions }: LineProvenance, place: number): Range {
  const [line = 1, column = 1, offset = 0, lastLine = 1, lastColumn = 1, end = 0] = positions.subarray(6 * place);
  return { start: { line, column, offset }, end: { line: lastLine, column: lastColumn, offset: end } };
}

/**
 * The output lines made from the narrowest place around an offset of the document, by number; `[]` where the output has
 * nothing of it. A place's end belongs to it, so that a caret right after a value counts.
 *
 * A walk over all numbers: for the largest documents a millisecond or two, and no index to build at each keystroke.
 */
export function linesOfOffset(provenance: LineProvenance, offset: number): readonly number[] {
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

/**
 * Finds for every line of `JSON.stringify(compilation.tools, null, 2)` the places of the document that made it, as the
 * compilation's provenance says. A line that is only structure belongs to the source of the part around it.
 *
 * @param sourceText the document that the one tool of the compilation was parsed from
 * @param whole that tool; all of it, whatever part was compiled
 * @returns `undefined` when the text is not JSON, such as an imported help text
 */
export function provenanceOf(
  sourceText: string,
  whole: AtipTool,
  compilation: Compilation,
): LineProvenance | undefined {
  // The reader goes on past what it can guess, which a tool's own text never needs.
  const source = readSource(sourceText);
  if (source === undefined) return undefined;
  const { provenance, entries, tools } = compilation;
  const table = createTable(source, whole);
  const lines: number[] = [];
  const write = (value: unknown, pointer: string, above: number, owner: string): void => {
    const stated = provenance[pointer];
    const own = stated === undefined ? above : table.sourceOf(stated, owner);
    lines.push(own);
    const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
    const shown = members.filter(([, member]) => member !== undefined);
    for (const [key, member] of shown) write(member, joinPointer(pointer, key), own, owner);
    // The closing bracket.
    if (shown.length > 0) lines.push(own);
  };
  const list = table.sourceOf([''], '');
  lines.push(list);
  for (const [index, tool] of tools.entries()) write(tool, `/${index}`, list, entries[index]?.pointer ?? '');
  if (tools.length > 0) lines.push(list);
  return { sources: Uint32Array.from(lines), ...table.build() };
}

const COMMAND = /^(?:\/commands\/[^/]*)+$/;

function createTable({ root, lines }: SourceText, tool: AtipTool) {
  const known = new Map<string, number>();
  const ids = new Map<string, number>();
  const labels: string[] = [];
  const positions: number[] = [];
  const firstPlaces = [0];
  const places: number[] = [];
  const dialects: boolean[] = [];
  const idOf = (place: JsonPlace, isKeyAlone: boolean): number => {
    const identity = `${isKeyAlone} ${place.path}`;
    const before = ids.get(identity);
    if (before !== undefined) return before;
    const end = isKeyAlone && place.member ? place.member.keyEnd : place.node.end;
    for (const offset of [startOf(place), end]) {
      const { line, column } = lines.positionAt(offset);
      positions.push(line, column, offset);
    }
    const id = labels.push(placeLabel(tool, place.path)) - 1;
    ids.set(identity, id);
    return id;
  };
  return {
    /** The index of the source that the pointers are, for the command or group at `owner`. */
    sourceOf(pointers: readonly string[], owner: string): number {
      // Everything that the form of a tool adds by itself is the whole command's.
      const isDialect = pointers.length === 1 && pointers[0] === owner;
      const identity = JSON.stringify([isDialect, ...pointers]);
      const before = known.get(identity);
      if (before !== undefined) return before;
      const found = pointers.map((pointer) => nearestPlace(root, pointer));
      places.push(...new Set(found.map((place) => idOf(place, !isDialect && COMMAND.test(place.path)))));
      firstPlaces.push(places.length);
      const source = dialects.push(isDialect) - 1;
      known.set(identity, source);
      return source;
    },
    build: () => ({
      labels,
      firstPlaces: Uint32Array.from(firstPlaces),
      places: Uint32Array.from(places),
      dialects: Uint8Array.from(dialects, Number),
      positions: Uint32Array.from(positions),
    }),
  };
}
