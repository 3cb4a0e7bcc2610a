import type { Position, Range } from '../types/issue.ts';
import { firstWhere } from './first-where.ts';

/** A value with its place in the text. Offsets are UTF-16 units, `end` is the first one after the value. */
export interface JsonNode {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  /** Present for objects, in document order, repeated keys included. */
  readonly members?: readonly JsonMember[];
  /** Present for arrays. */
  readonly items?: readonly JsonNode[];
}

/** A key of an object with its value; the key's offsets include its quotes. */
export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly node: JsonNode;
}

export interface FoundNode {
  readonly node: JsonNode;
  /** The member whose value `node` is; absent for the root and for array items. */
  readonly member?: JsonMember;
  /** Tokens that were followed; fewer than given when the rest does not exist. */
  readonly depth: number;
}

/** Follows pointer tokens as far as possible, to the node itself or its nearest existing ancestor. */
export function findNode(root: JsonNode, tokens: readonly string[]): FoundNode {
  let found: FoundNode = { node: root, depth: 0 };
  for (const token of tokens) {
    const next = childOf(found.node, token);
    if (next === undefined) {
      break;
    }
    found = { ...next, depth: found.depth + 1 };
  }
  return found;
}

function childOf(parent: JsonNode, token: string): Omit<FoundNode, 'depth'> | undefined {
  const member = parent.members && memberNamed(parent.members, token);
  if (member !== undefined) {
    return { node: member.node, member };
  }
  const node = /^(?:0|[1-9]\d{0,9})$/.test(token) ? parent.items?.[Number(token)] : undefined;
  return node === undefined ? undefined : { node };
}

/** Indexes of large objects, built on first use: a document may ask a thousand times about one of them. */
const memberIndexes = new WeakMap<readonly JsonMember[], ReadonlyMap<string, JsonMember>>();
const INDEXED_SIZE = 32;

/** Of several equal keys the last one counts. */
function memberNamed(members: readonly JsonMember[], name: string): JsonMember | undefined {
  if (members.length < INDEXED_SIZE) {
    return members.findLast(({ key }) => key === name);
  }
  let index = memberIndexes.get(members);
  if (index === undefined) {
    index = new Map(members.map((member) => [member.key, member]));
    memberIndexes.set(members, index);
  }
  return index.get(name);
}

const LF = 0x0a;
const CR = 0x0d;

/** Turns offsets of one text into lines and columns. */
export interface LineIndex {
  positionAt(offset: number): Position;
  rangeOf(start: number, end: number): Range;
}

/**
 * Indexes the lines of a text. They end at `\n`, `\r\n` or a lone `\r`, as in editors.
 *
 * Limits: offsets are clamped to the text. The scan runs on first use.
 */
export function createLineIndex(text: string): LineIndex {
  let starts: readonly number[] | undefined;
  function positionAt(offset: number): Position {
    starts ??= lineStarts(text);
    const known = starts;
    const clamped = Math.min(Math.max(offset, 0), text.length);
    const line = firstWhere(known.length, (index) => (known[index] ?? 0) > clamped) - 1;
    return { line: line + 1, column: clamped - (known[line] ?? 0) + 1, offset: clamped };
  }
  return { positionAt, rangeOf: (start, end) => ({ start: positionAt(start), end: positionAt(end) }) };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let offset = 0; offset < text.length; offset += 1) {
    const unit = text.charCodeAt(offset);
    if (unit === LF || (unit === CR && text.charCodeAt(offset + 1) !== LF)) starts.push(offset + 1);
  }
  return starts;
}
