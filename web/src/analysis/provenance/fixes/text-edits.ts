/** Changes of a JSON text that leave everything else as it was written. */
import type { Issue, JsonNode, LineIndex, TextEdit } from '@atip/core';
import { type JsonPlace, nearestPlace } from '../json-place.ts';

/** A text that has been read. */
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

/** Puts another value in the place of one. */
export function replaceValue({ lines }: SourceText, { node }: JsonPlace, value: unknown): TextEdit {
  return { range: lines.rangeOf(node.start, node.end), newText: writeJson(value) };
}

/** Takes members out of an object, each with its comma; all of a name where a key stands twice. */
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
    // At the end it is the comma before that goes; there is one, since something stays.
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
