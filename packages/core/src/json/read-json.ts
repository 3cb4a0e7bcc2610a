import type { Issue } from '../types/issue.ts';
import { JsonCursor, skipSpace } from './json-cursor.ts';
import type { JsonNode, LineIndex } from './json-node.ts';
import { MAX_SOURCE_LENGTH } from './limits.ts';
import { readValue } from './read-value.ts';

/** A JSON text after reading. */
export interface JsonDocument {
  /** Absent when the text could not be read to its end. Present beside errors where what was meant is certain. */
  readonly root?: JsonNode;
  /** In the order they were met. */
  readonly issues: readonly Issue[];
  readonly lines: LineIndex;
}

/**
 * Reads JSON in one pass, with the place of every value and key.
 *
 * Unlike `JSON.parse` it lists every problem it can be certain of, offers the edit that removes it, keeps `__proto__` an
 * ordinary key, reports repeated keys (the last counts) and takes a byte order mark at the start.
 *
 * Limits: {@link MAX_SOURCE_LENGTH} UTF-16 units, 100 levels, 500,000 values, 2,048 units
 * in the keys that lead to a value; each ends in an issue. Never throws.
 *
 * @example
 * ```ts
 * import { readJson } from '@atip/core';
 * const { root, issues } = readJson('{"a": 1,}');
 * // root.value is { a: 1 }; issues has a 'trailing-comma' with its place and a fix
 * ```
 */
export function readJson(text: string): JsonDocument {
  const cursor = new JsonCursor(text);
  const { issues, lines } = cursor;
  if (text.length > MAX_SOURCE_LENGTH) {
    cursor.report({
      code: 'too-large',
      message: `The text has ${text.length} characters; at most ${MAX_SOURCE_LENGTH} are read.`,
      start: 0,
      end: 0,
    });
    return { issues, lines };
  }
  if (text.charCodeAt(0) === 0xfeff) {
    cursor.offset = 1;
  }
  skipSpace(cursor);
  if (cursor.offset === text.length) {
    cursor.report({
      code: 'not-json',
      message: 'The text is empty; a JSON document was expected.',
      start: 0,
      end: 0,
    });
    return { issues, lines };
  }
  const root = readValue(cursor);
  if (root === undefined) {
    return { issues, lines };
  }
  skipSpace(cursor);
  if (cursor.offset < text.length) {
    cursor.report({
      code: 'text-after-end',
      message: 'The document ends before this place; only one JSON value is read, remove the rest.',
      start: cursor.offset,
      end: text.length,
    });
  }
  return cursor.stopped ? { issues, lines } : { root, issues, lines };
}
