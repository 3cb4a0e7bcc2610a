import { findNode, type FoundNode, type JsonNode } from '../json/json-node.ts';
import type { LineIndex } from '../json/line-index.ts';
import { parsePointer } from '../json/pointer.ts';
import { readJson } from '../json/read-json.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import type { Issue, Range } from '../types/issue.ts';

/** A document that could be read as JSON. */
export interface SourceDocument {
  /** Our own copy, free to be changed. */
  readonly value: unknown;
  /** Present when the document was text. */
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
  const tokens = parsePointer(pointer);
  const found = findNode(text.root, tokens);
  return found.depth === tokens.length ? found : undefined;
}

/**
 * What to mark in an editor for a pointer: its key, or its value where that stands on one line. Of a longer value, and of an
 * ancestor that stands in for something missing, only the key or the opening bracket is marked.
 */
export function rangeAt(text: DocumentText, pointer: string, mark: 'key' | 'value'): Range {
  const tokens = parsePointer(pointer);
  const { node, member, depth } = findNode(text.root, tokens);
  if (mark === 'value' && depth === tokens.length) {
    const range = text.lines.rangeOf(node.start, node.end);
    if (range.start.line === range.end.line) {
      return range;
    }
  }
  return member === undefined
    ? text.lines.rangeOf(node.start, node.start + 1)
    : text.lines.rangeOf(member.keyStart, member.keyEnd);
}
