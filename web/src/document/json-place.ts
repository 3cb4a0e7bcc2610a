/** Finding a document's places by JSON Pointer, in a text that has been read once. */
import type { JsonMember, JsonNode, Issue, LineIndex, TextEdit, Range } from '@atip/core';
import { readJson, findNode, joinPointer, pointerTokens } from '@atip/core/internal';

export interface JsonPlace {
  readonly node: JsonNode;
  /** The member with this value. Absent: the document itself, or an item of a list. */
  readonly member?: JsonMember;
  readonly path: string;
}

/** Start of a place: of its key, if it has one. UTF-16 units. */
export function startOf({ node, member }: JsonPlace): number {
  return member?.keyStart ?? node.start;
}

/** Follows unescaped pointer tokens; `undefined` where there is no such member or item. */
export function placeBelow({ node, path }: JsonPlace, ...tokens: readonly string[]): JsonPlace | undefined {
  const { depth, ...found } = findNode(node, tokens);
  return depth === tokens.length ? { ...found, path: joinPointer(path, ...tokens) } : undefined;
}

export function rootPlace(root: JsonNode): JsonPlace {
  return { node: root, path: '' };
}

/** Finds a pointer's value, or the nearest existing place above it; its path tells which. */
export function nearestPlace(root: JsonNode, pointer: string): JsonPlace {
  const tokens = pointerTokens(pointer);
  const { depth, ...found } = findNode(root, tokens);
  return { ...found, path: joinPointer('', ...tokens.slice(0, depth)) };
}

export interface SourceText {
  readonly text: string;
  readonly root: JsonNode;
  readonly lines: LineIndex;
}

export type Fix = NonNullable<Issue['fix']>;

/** The place of a pointer; `undefined` where the text has none. */
export function exactPlace({ root }: SourceText, pointer: string): JsonPlace | undefined {
  const place = nearestPlace(root, pointer);
  return place.path === pointer ? place : undefined;
}

export function replaceValue({ lines }: SourceText, { node }: JsonPlace, value: unknown): TextEdit {
  return { range: lines.rangeOf(node.start, node.end), newText: writeJson(value) };
}

/** Removes members from an object, each with its comma; all members of a name where a key is repeated. */
export function removeMembers(
  { lines }: SourceText,
  { node }: JsonPlace,
  keys: readonly string[],
): readonly TextEdit[] {
  const members = node.members ?? [];
  const isGone = members.map(({ key }) => keys.includes(key));
  if (!isGone.includes(false)) return [{ range: lines.rangeOf(node.start, node.end), newText: '{}' }];
  const edits: TextEdit[] = [];
  for (let from = isGone.indexOf(true); from >= 0; ) {
    const to = isGone.indexOf(false, from);
    const [first, next, before] = [members[from], members[to], members[from - 1]];
    // At the end the comma before it goes; there is one, because another member stays.
    const [start, end] = next
      ? [first?.keyStart ?? 0, next.keyStart]
      : [before?.node.end ?? 0, members.at(-1)?.node.end ?? 0];
    edits.push({ range: lines.rangeOf(start, end), newText: '' });
    from = to < 0 ? -1 : isGone.indexOf(true, to);
  }
  return edits;
}

/** Adds a member after an object's last one, spaced as the first one is. */
export function addMember(source: SourceText, { node }: JsonPlace, key: string, value: unknown): TextEdit {
  const field = `${JSON.stringify(key)}: ${writeJson(value)}`;
  const [first] = node.members ?? [];
  const last = node.members?.at(-1);
  if (first === undefined || last === undefined)
    return { range: source.lines.rangeOf(node.start, node.end), newText: `{ ${field} }` };
  const gap = source.text.slice(node.start + 1, first.keyStart);
  return { range: source.lines.rangeOf(last.node.end, last.node.end), newText: `,${gap === '' ? ' ' : gap}${field}` };
}

/** JSON on one line with spaces, as people write it: `{ "a": [1, 2] }`. */
function writeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${writeJson(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A locator for a text; it reads past mistakes whose meaning is certain. `undefined` when it cannot reach the end. */
export function createPointerLocator(text: string) {
  const { root, lines } = readJson(text);
  return root && locatorFor(root, lines);
}

export function locatorFor(root: JsonNode, lines: LineIndex) {
  return {
    /** The value at a pointer, with its key if it has one; `undefined` where the text has no such place. */
    rangeOf(pointer: string): Range | undefined {
      const place = nearestPlace(root, pointer);
      return place.path === pointer ? lines.rangeOf(startOf(place), place.node.end) : undefined;
    },
    /**
     * The range to mark in an editor: a place on one line as a whole, of a longer one only its key or opening bracket,
     * for a missing one the nearest place above.
     */
    markOf(pointer: string): Range {
      const place = nearestPlace(root, pointer);
      const [start, whole] = [startOf(place), lines.rangeOf(startOf(place), place.node.end)];
      if (place.path === pointer && whole.start.line === whole.end.line) return whole;
      return lines.rangeOf(start, place.member?.keyEnd ?? start + 1);
    },
  };
}
