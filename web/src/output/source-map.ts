/** Which place of a document made which line of its output, and back. */
import type { AtipCommand, AtipTool, Compilation } from '@atip/core';
import { isRecord, joinPointer, pointerTokens } from '@atip/core/internal';
import { COMMAND, nearestPlace, pointersAt, startOf } from '../document/json-place.ts';
import { parsedDocument } from '../worker/subject.ts';

export interface SourceMap {
  /** Where each line starts: UTF-16 units. */
  readonly starts: readonly number[];
  /** For each line its pointers into the document, the one that matters most first. */
  readonly lines: readonly (readonly string[])[];
  /** Indexes of the lines that a pointer made. */
  readonly made: ReadonlyMap<string, readonly number[]>;
}

/** @param text `JSON.stringify(compilation.tools, null, 2)` */
export function sourceMapOf(text: string, { provenance, tools }: Compilation): SourceMap {
  const lines: (readonly string[])[] = [];
  // A line that is only structure belongs to the part around it.
  const write = (value: unknown, place: string, above: readonly string[]): void => {
    const pointers = provenance[place] ?? above;
    lines.push(pointers);
    const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
    const shown = members.filter(([, member]) => member !== undefined);
    for (const [key, member] of shown) write(member, joinPointer(place, key), pointers);
    // The closing bracket.
    if (shown.length > 0) lines.push(pointers);
  };
  write(tools, '', ['']);
  const made = new Map<string, number[]>();
  for (const [index, pointers] of lines.entries()) {
    for (const pointer of pointers) {
      const indexes = made.get(pointer) ?? [];
      indexes.push(index);
      made.set(pointer, indexes);
    }
  }
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return { starts, lines, made };
}

/** The places that made the line at an offset of the output, with names such as `"pr create › --title"`. */
export function originOf({ starts, lines }: SourceMap, document: string, whole: AtipTool, offset: number) {
  const pointers = lines[starts.findLastIndex((start) => start <= offset)];
  const { source } = parsedDocument(document);
  if (pointers === undefined || source === undefined) return undefined;
  const places = pointers.map((pointer) => nearestPlace(source.root, pointer));
  return {
    labels: [...new Set(places.map(({ path }) => placeLabel(whole, path)))],
    ranges: places.map((place) => {
      // Of a command the key alone.
      const end = COMMAND.test(place.path) ? place.member?.keyEnd : undefined;
      return source.lines.rangeOf(startOf(place), end ?? place.node.end);
    }),
  };
}

/** The starts of the lines that came from the narrowest place around an offset of the document. */
export function placesFrom({ starts, made }: SourceMap, document: string, offset: number): readonly number[] {
  const { source } = parsedDocument(document);
  const pointers = source ? pointersAt(source, offset) : [];
  const lines = pointers.map((pointer) => made.get(pointer)).findLast((found) => found !== undefined);
  return lines?.map((line) => starts[line] ?? 0) ?? [];
}

/** The start of the first line that came from a pointer, or from the nearest pointer above it. */
export function lineMadeBy({ starts, made }: Pick<SourceMap, 'starts' | 'made'>, pointer: string): number {
  const lines = made.get(pointer);
  if (lines === undefined && pointer !== '')
    return lineMadeBy({ starts, made }, pointer.slice(0, pointer.lastIndexOf('/')));
  return starts[lines?.[0] ?? 0] ?? 0;
}

/**
 * A place of a document in words: `/commands/pr/commands/create/effects/network` → `"pr create › effects.network"`,
 * `/globalOptions/0/enum` → `"--host › enum"`. A missing part is named by its pointer.
 */
export function placeLabel(tool: AtipTool, pointer: string): string {
  const tokens = [...pointerTokens(pointer)];
  const path: string[] = [];
  let level: Pick<AtipCommand, 'commands' | 'arguments' | 'options'> | undefined = tool;
  while (tokens[0] === 'commands' && tokens.length > 1) {
    const [, key = ''] = tokens.splice(0, 2);
    path.push(key || tool.name);
    level = level?.commands?.[key];
  }
  const [list = '', index] = tokens;
  const option = { options: level?.options, globalOptions: tool.globalOptions }[list]?.[Number(index)];
  const argument = list === 'arguments' ? level?.arguments?.[Number(index)] : undefined;
  const parameter = option ? `--${option.name}` : argument?.name;
  const words = parameter === undefined ? [tokens.join('.')] : [parameter, tokens.slice(2).join('.')];
  return [path.join(' '), ...words].filter((word) => word !== '').join(' › ') || tool.name;
}
