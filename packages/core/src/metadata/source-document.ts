import { getOwn } from '../json/is-record.ts';
import { findNode, type FoundNode, type JsonNode, type LineIndex } from '../json/json-node.ts';
import { joinPointer, pointerTokens } from '../json/pointer.ts';
import { readJson } from '../json/read-json.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import type { Issue, Range } from '../types/issue.ts';
import { SCHEMA_TABLE, type SchemaPlace } from './generated/schema-table.ts';

export type Fix = NonNullable<Issue['fix']>;

/** A document that could be read as JSON. */
export interface SourceDocument {
  /** Our own copy, free to be changed. */
  readonly value: unknown;
  readonly text?: DocumentText;
}

export interface DocumentText {
  readonly source: string;
  readonly root: JsonNode;
  readonly lines: LineIndex;
}

/** Reads text as JSON, or copies a value that was handed over. Without `document` the issues hold at least one error. */
export function readSource(source: unknown): { readonly document?: SourceDocument; readonly issues: readonly Issue[] } {
  if (typeof source !== 'string') {
    const snapshot = snapshotValue(source);
    return 'issue' in snapshot ? { issues: [snapshot.issue] } : { document: { value: snapshot.value }, issues: [] };
  }
  const { root, issues: syntax, lines } = readJson(source);
  const issues = syntax.map((issue) => ({ ...issue, section: '3.1' }));
  return root === undefined ? { issues } : { document: { value: root.value, text: { source, root, lines } }, issues };
}

/** The node a pointer leads to; `undefined` when only an ancestor of it exists. */
export function nodeAt(text: DocumentText, pointer: string): FoundNode | undefined {
  const tokens = pointerTokens(pointer);
  const found = findNode(text.root, tokens);
  return found.depth === tokens.length ? found : undefined;
}

/**
 * The range to mark in an editor for a pointer: its key, or its value where that stands on one line. Of a longer value, and of an
 * ancestor that stands in for something missing, only the key or the opening bracket is marked.
 */
export function rangeAt(text: DocumentText, pointer: string, mark: 'key' | 'value'): Range {
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

/** Where in the schema a value of a document belongs. */
export interface Place extends SchemaPlace {
  /** Name of the place, such as `"option"`; `""` where the schema says nothing. */
  readonly name: string;
  /** Section of the RFC; `""` when it is silent. */
  readonly section: string;
}

/** Finds the schema's place for the value that pointer tokens lead to. */
export function placeOf(tokens: readonly string[]): Place {
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

export function replaceValue(text: DocumentText, pointer: string, value: unknown, title?: string): Fix | undefined {
  const found = nodeAt(text, pointer);
  if (found === undefined) return undefined;
  const newText = JSON.stringify(value);
  const range = text.lines.rangeOf(found.node.start, found.node.end);
  return { title: title ?? `Change to ${newText}`, edits: [{ range, newText }] };
}

/** Renames the key a pointer leads to, unless its object has a key of that name already. */
export function renameKey(text: DocumentText, parent: string, key: string, newKey: string): Fix | undefined {
  const member = nodeAt(text, joinPointer(parent, key))?.member;
  if (member === undefined || nodeAt(text, joinPointer(parent, newKey)) !== undefined) return undefined;
  const range = text.lines.rangeOf(member.keyStart, member.keyEnd);
  return { title: `Rename to "${newKey}"`, edits: [{ range, newText: JSON.stringify(newKey) }] };
}

/** Adds a field to the object a pointer leads to, indented as its first one: at the start, or after the last. */
export function addField(
  text: DocumentText,
  parent: string,
  key: string,
  value: unknown,
  where: 'first' | 'last' = 'last',
): Fix | undefined {
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
