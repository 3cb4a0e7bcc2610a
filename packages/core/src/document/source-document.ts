import { getOwn } from '../json/is-record.ts';
import { createLineIndex, findNode, type FoundNode, type JsonNode, type LineIndex } from '../json/json-node.ts';
import { joinPointer, pointerTokens } from '../json/pointer.ts';
import { readJson } from '../json/read-json.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import type { Issue, Range } from '../types/issue.ts';
import { SCHEMA_TABLE, type SchemaPlace } from './generated/schema-table.ts';
import { MAX_DEPTH, MAX_NODES, MAX_PATH_LENGTH, MAX_SOURCE_LENGTH } from '../json/limits.ts';

export type SourceFix = NonNullable<Issue['fix']>;

export interface SourceDocument {
  /** Our own copy, which may be changed. */
  readonly value: unknown;
  readonly text?: JsonSource | undefined;
  /** True if nothing can hide in its keys and texts: all of them are printable ASCII. */
  readonly isAscii?: boolean;
}

export interface JsonSource {
  readonly source: string;
  readonly root: JsonNode;
  readonly lines: LineIndex;
}

/** The places of a text without faults: most documents have no finding that asks for one. */
class LazySource implements JsonSource {
  readonly source: string;
  #root: JsonNode | undefined;
  #lines: LineIndex | undefined;

  constructor(source: string) {
    this.source = source;
  }

  get root(): JsonNode {
    this.#root ??= readJson(this.source).root ?? { value: undefined, start: 0, end: this.source.length };
    return this.#root;
  }

  get lines(): LineIndex {
    this.#lines ??= createLineIndex(this.source);
    return this.#lines;
  }
}

/** Reads text as JSON, or copies a value. Without `document` the issues contain at least one error. */
export function readSource(source: unknown): { readonly document?: SourceDocument; readonly issues: readonly Issue[] } {
  if (typeof source !== 'string') {
    const snapshot = snapshotValue(source);
    return 'issue' in snapshot ? { issues: [snapshot.issue] } : { document: { value: snapshot.value }, issues: [] };
  }
  const clean = readCleanJson(source);
  if (clean !== undefined) return { document: { ...clean, text: new LazySource(source) }, issues: [] };
  const { root, issues: syntax, lines } = readJson(source);
  const issues = syntax.map((issue) => ({ ...issue, section: '3.1' }));
  return root === undefined ? { issues } : { document: { value: root.value, text: { source, root, lines } }, issues };
}

/** The node at a pointer; `undefined` when only an ancestor of it exists. */
export function nodeAt(text: JsonSource, pointer: string): FoundNode | undefined {
  const tokens = pointerTokens(pointer);
  const found = findNode(text.root, tokens);
  return found.depth === tokens.length ? found : undefined;
}

/**
 * The range to mark in an editor for a pointer: its key, or its value if that fits on one line. For a longer value, or
 * the ancestor of a missing one, it is only the key or the opening bracket.
 */
export function rangeAt(text: JsonSource, pointer: string, mark: 'key' | 'value'): Range {
  const tokens = pointerTokens(pointer);
  const { node, member, depth } = findNode(text.root, tokens);
  if (mark === 'value' && depth === tokens.length) {
    const range = text.lines.rangeOf(node.start, node.end);
    if (range.start.line === range.end.line) return range;
  }
  return member === undefined
    ? text.lines.rangeOf(node.start, node.start + 1)
    : text.lines.rangeOf(member.keyStart, member.keyEnd);
}

/** The place in the schema that a value of a document belongs to. */
export interface SourcePlace extends SchemaPlace {
  /** Name of the place, such as `"option"`; `""` outside the schema. */
  readonly name: string;
  /** Section of the RFC; `""` without one. */
  readonly section: string;
}

export function placeOf(tokens: readonly string[]): SourcePlace {
  let name = 'tool';
  let section = '';
  let facts: SchemaPlace = {};
  for (let depth = 0; ; depth += 1) {
    facts = SCHEMA_TABLE[name] ?? {};
    section = facts.section ?? section;
    const token = tokens[depth];
    if (token === undefined) return { ...facts, name, section };
    const field = facts.fields && getOwn(facts.fields, token);
    name = typeof field === 'string' ? field : (facts.each ?? '');
  }
}

export function replaceValue(text: JsonSource, pointer: string, value: unknown, title?: string): SourceFix | undefined {
  const found = nodeAt(text, pointer);
  if (found === undefined) return undefined;
  const newText = JSON.stringify(value);
  const range = text.lines.rangeOf(found.node.start, found.node.end);
  return { title: title ?? `Change to ${newText}`, edits: [{ range, newText }] };
}

/** Renames the key at a pointer, unless its object has the new key already. */
export function renameKey(text: JsonSource, parent: string, key: string, newKey: string): SourceFix | undefined {
  const member = nodeAt(text, joinPointer(parent, key))?.member;
  if (member === undefined || nodeAt(text, joinPointer(parent, newKey)) !== undefined) return undefined;
  const range = text.lines.rangeOf(member.keyStart, member.keyEnd);
  return { title: `Rename to "${newKey}"`, edits: [{ range, newText: JSON.stringify(newKey) }] };
}

/** Adds a field to the object at a pointer, indented like its first field: at the start, or after the last. */
export function addField(
  text: JsonSource,
  parent: string,
  key: string,
  value: unknown,
  where: 'first' | 'last',
): SourceFix | undefined {
  const node = nodeAt(text, parent)?.node;
  if (node?.members === undefined) return undefined;
  const field = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const title = `Add ${field}`;
  const [first] = node.members;
  const last = node.members.at(-1);
  if (first === undefined || last === undefined) {
    return { title, edits: [{ range: text.lines.rangeOf(node.start, node.end), newText: `{ ${field} }` }] };
  }
  const gap = text.source.slice(node.start + 1, first.keyStart);
  const offset = where === 'first' ? node.start + 1 : last.node.end;
  const newText = where === 'first' ? `${gap}${field},${gap === '' ? ' ' : ''}` : `,${gap === '' ? ' ' : gap}${field}`;
  return { title, edits: [{ range: text.lines.rangeOf(offset, offset), newText }] };
}

/** The value of a text about which `readJson` has nothing to say. */
interface CleanJson {
  readonly value: unknown;
  /** True if every key and text is of printable ASCII, on one line: nothing hides in it. */
  readonly isAscii: boolean;
}

/**
 * Reads JSON by the platform's own parser, which takes a fifth of the time of `readJson`.
 *
 * `JSON.parse` hides repeated keys, of which it keeps the last. They are found by counting: each colon outside a text
 * belongs to a member.
 *
 * @returns `undefined` where the text is no JSON, repeats a key, or exceeds a limit of `readJson`: read it with that
 */
function readCleanJson(text: string): CleanJson | undefined {
  if (text.length > MAX_SOURCE_LENGTH) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const size = { members: 0, values: 0 };
    if (!measure(value, 0, 0, size)) return undefined;
    const { members, isAscii } = scan(text);
    return members === size.members ? { value, isAscii } : undefined;
  } catch {
    return undefined;
  }
}

/** Counts what is in a value. @returns false beyond a limit, and for a number that JSON cannot hold */
function measure(
  value: unknown,
  depth: number,
  pathLength: number,
  size: { members: number; values: number },
): boolean {
  size.values += 1;
  if (size.values > MAX_NODES) return false;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      if (!measure(value[index], depth + 1, pathLength, size)) return false;
    return true;
  }
  // Inherited keys, which another program may have added, only make the counts differ.
  for (const key in value) {
    size.members += 1;
    const length = pathLength + key.length;
    if (length > MAX_PATH_LENGTH || !measure((value as Record<string, unknown>)[key], depth + 1, length, size))
      return false;
  }
  return true;
}

const [QUOTE, COLON, BACKSLASH, SLASH, TILDE] = [0x22, 0x3a, 0x5c, 0x2f, 0x7e];

/** Counts the members that a JSON text writes. */
function scan(text: string): { readonly members: number; readonly isAscii: boolean } {
  let members = 0;
  let isAscii = true;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) isText = !isText;
    else if (unit === BACKSLASH) {
      index += 1;
      const escaped = text.charCodeAt(index);
      if (escaped !== QUOTE && escaped !== BACKSLASH && escaped !== SLASH) isAscii = false;
    } else if (unit === COLON) {
      if (!isText) members += 1;
    } else if (unit > TILDE) isAscii = false;
  }
  return { members, isAscii };
}
