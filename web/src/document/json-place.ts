/** Finding and editing a document's places by JSON Pointer, in a text that has been read once. */
import type { JsonMember, JsonNode, TextEdit, Range } from '@atip/core';
import { findNode, joinPointer, type JsonSource, pointerTokens } from '@atip/core/internal';

interface JsonPlace {
  readonly node: JsonNode;
  /** The member with this value. Absent: the document itself, or an item of a list. */
  readonly member?: JsonMember;
  readonly path: string;
}

/** Start of a place: of its key, if it has one. UTF-16 units. */
export function startOf({ node, member }: JsonPlace): number {
  return member?.keyStart ?? node.start;
}

/** Finds a pointer's value, or the nearest existing place above it; its path tells which. */
export function nearestPlace(root: JsonNode, pointer: string): JsonPlace {
  const tokens = pointerTokens(pointer);
  const { depth, ...found } = findNode(root, tokens);
  return { ...found, path: joinPointer('', ...tokens.slice(0, depth)) };
}

/** The place of a pointer; `undefined` where the text has none. */
export function exactPlace({ root }: JsonSource, pointer: string): JsonPlace | undefined {
  const place = nearestPlace(root, pointer);
  return place.path === pointer ? place : undefined;
}

/** The pointer of a command or group. */
export const COMMAND = /^(?:\/commands\/[^/]*)+$/;

/** Pointers of the places around an offset, the innermost last. A key is part of its place, and so is the end. */
export function pointersAt({ root }: JsonSource, offset: number): readonly string[] {
  const found: string[] = [];
  let node: JsonNode | undefined = root;
  let pointer = '';
  while (node !== undefined && node.start <= offset && offset <= node.end) {
    found.push(pointer);
    const around = ({ keyStart, node: { end } }: JsonMember): boolean => keyStart <= offset && offset <= end;
    const member: JsonMember | undefined = node.members?.find(around);
    const item: number = node.items?.findIndex(({ start, end }) => start <= offset && offset <= end) ?? -1;
    pointer = joinPointer(pointer, member?.key ?? item);
    node = member ? { ...member.node, start: member.keyStart } : node.items?.[item];
  }
  return found;
}

/**
 * The range to mark in an editor: a place on one line as a whole, of a longer one only its key or opening bracket,
 * for a missing one the nearest place above.
 */
export function markOf({ root, lines }: JsonSource, pointer: string): Range {
  const place = nearestPlace(root, pointer);
  const [start, whole] = [startOf(place), lines.rangeOf(startOf(place), place.node.end)];
  if (place.path === pointer && whole.start.line === whole.end.line) return whole;
  return lines.rangeOf(start, place.member?.keyEnd ?? start + 1);
}

export function replaceValue({ lines }: JsonSource, node: JsonNode, value: unknown): TextEdit {
  return { range: lines.rangeOf(node.start, node.end), newText: writeJson(value) };
}

/** Sets the value below a node, with the objects that lead there; no edit where another value is in the way. */
export function setBelow(
  source: JsonSource,
  node: JsonNode,
  path: readonly string[],
  value: unknown,
): readonly TextEdit[] {
  const found = findNode(node, path);
  const [key, ...rest] = path.slice(found.depth);
  if (key === undefined) return [replaceValue(source, found.node, value)];
  const inner = rest.reduceRight((below: unknown, name) => ({ [name]: below }), value);
  return found.node.members ? [addMember(source, found.node, key, inner)] : [];
}

/** Adds a member after an object's last one, spaced as the first one is. */
function addMember(source: JsonSource, node: JsonNode, key: string, value: unknown): TextEdit {
  const [first] = node.members ?? [];
  const last = node.members?.at(-1);
  if (first === undefined || last === undefined) return replaceValue(source, node, { [key]: value });
  const gap = source.source.slice(node.start + 1, first.keyStart) || ' ';
  const newText = `,${gap}${JSON.stringify(key)}: ${writeJson(value)}`;
  return { range: source.lines.rangeOf(last.node.end, last.node.end), newText };
}

/** Removes the value below a node with its comma, and the objects on the way that it leaves empty. */
export function removeBelow(source: JsonSource, node: JsonNode, path: readonly string[]): readonly TextEdit[] {
  const { depth, member } = findNode(node, path);
  if (depth < path.length || member === undefined) return [];
  const owner = findNode(node, path.slice(0, -1)).node;
  const index = owner.members?.indexOf(member) ?? 0;
  const [before, next] = [owner.members?.[index - 1], owner.members?.[index + 1]];
  const edit = (start: number, end: number) => [{ range: source.lines.rangeOf(start, end), newText: '' }];
  if (next) return edit(member.keyStart, next.keyStart);
  if (before) return edit(before.node.end, member.node.end);
  return path.length > 1 ? removeBelow(source, node, path.slice(0, -1)) : [replaceValue(source, owner, {})];
}

/** JSON on one line with spaces, as people write it: `{ "a": true }`. */
function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n */g, ' ');
}
