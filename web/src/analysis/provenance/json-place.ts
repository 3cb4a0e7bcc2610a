/** Finding a document's places by JSON Pointer, in a text that has been read once. */
import type { JsonMember, JsonNode } from '@atip/core';
import { joinPointer, pointerTokens } from '@atip/core/internal';

/** A value in a document's text. */
export interface JsonPlace {
  readonly node: JsonNode;
  /** The member whose value it is; absent for the document itself and for items of lists. */
  readonly member?: JsonMember;
  /** JSON Pointer. */
  readonly path: string;
  /** Only the key is meant, where there is one, and not what it stands for. Absent: both. */
  readonly onlyKey?: true;
}

/** Where a place begins: with its key, if it has one. UTF-16 units. */
export function startOf({ node, member }: JsonPlace): number {
  return member?.keyStart ?? node.start;
}

/** The first unit after a place. */
export function endOf({ node, member, onlyKey }: JsonPlace): number {
  return onlyKey && member ? member.keyEnd : node.end;
}

/** The key of a place alone. */
export function keyOf(place: JsonPlace): JsonPlace {
  return { ...place, onlyKey: true };
}

/** Follows one pointer token, unescaped; `undefined` where there is no such member or item. */
export function childAt({ node, path }: JsonPlace, token: string): JsonPlace | undefined {
  if (node.members !== undefined) {
    const member = memberNamed(node.members, token);
    return member && { node: member.node, member, path: joinPointer(path, token) };
  }
  const item = node.items && /^(?:0|[1-9]\d{0,9})$/.test(token) ? node.items[Number(token)] : undefined;
  return item && { node: item, path: `${path}/${token}` };
}

/** Follows tokens that all have to be there. */
export function placeBelow(place: JsonPlace, ...tokens: readonly string[]): JsonPlace | undefined {
  let found: JsonPlace | undefined = place;
  for (const token of tokens) found = found && childAt(found, token);
  return found;
}

/** The document itself. */
export function rootPlace(root: JsonNode): JsonPlace {
  return { node: root, path: '' };
}

/**
 * What a pointer leads to, or the nearest existing place above it; its path tells which.
 *
 * @param from where to start; what is not below it is looked for from the document's start
 */
export function nearestPlace(root: JsonNode, pointer: string, from: JsonPlace = rootPlace(root)): JsonPlace {
  const isBelow = pointer.startsWith(`${from.path}/`) || pointer === from.path;
  let found = isBelow ? from : rootPlace(root);
  for (const token of pointerTokens(isBelow ? pointer.slice(from.path.length) : pointer)) {
    const next = childAt(found, token);
    if (next === undefined) return found;
    found = next;
  }
  return found;
}

/** Indexes of large objects, made at the first question: a document can ask a thousand times about one of them. */
const INDEXES = new WeakMap<readonly JsonMember[], ReadonlyMap<string, JsonMember>>();
const INDEXED_SIZE = 32;

/** Of several equal keys the last one counts. */
function memberNamed(members: readonly JsonMember[], name: string): JsonMember | undefined {
  if (members.length < INDEXED_SIZE) return members.findLast(({ key }) => key === name);
  let index = INDEXES.get(members);
  if (index === undefined) {
    index = new Map(members.map((member) => [member.key, member]));
    INDEXES.set(members, index);
  }
  return index.get(name);
}
