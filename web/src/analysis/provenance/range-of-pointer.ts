import { type JsonNode, type LineIndex, type Range, readJson } from '@atip/core';
import { type JsonPlace, nearestPlace, startOf } from './json-place.ts';

/** Finds the places of one text; the text has been read once, for all questions. */
export interface PointerLocator {
  /** The value that a pointer leads to, with its key if it has one; `undefined` where the text has no such place. */
  rangeOf(pointer: string): Range | undefined;
  /**
   * What to mark in an editor: the place if it stands on one line, of a longer one only its key or opening bracket; of a
   * missing one the nearest place above.
   */
  markOf(pointer: string): Range;
}

/** A locator for a text; `undefined` when it cannot be read to its end, past mistakes whose meaning is certain. */
export function createPointerLocator(text: string): PointerLocator | undefined {
  const { root, lines } = readJson(text);
  return root && locatorFor(root, lines);
}

/** A locator for a text that has been read. */
export function locatorFor(root: JsonNode, lines: LineIndex): PointerLocator {
  return {
    rangeOf(pointer) {
      const place = nearestPlace(root, pointer);
      return place.path === pointer ? lines.rangeOf(startOf(place), place.node.end) : undefined;
    },
    markOf(pointer) {
      const place = nearestPlace(root, pointer);
      const whole = lines.rangeOf(startOf(place), place.node.end);
      return place.path === pointer && whole.start.line === whole.end.line ? whole : headOf(place, lines);
    },
  };
}

function headOf({ node, member }: JsonPlace, lines: LineIndex): Range {
  return member === undefined
    ? lines.rangeOf(node.start, node.start + 1)
    : lines.rangeOf(member.keyStart, member.keyEnd);
}

/** The last text that was asked about: questions come in rows about one document. */
let last: { readonly text: string; readonly locator: PointerLocator | undefined } | undefined;

/**
 * The place of a JSON Pointer in a text, key included; `undefined` when the text cannot be read or has no such place.
 *
 * Reads a text once, however many questions follow about it.
 */
export function rangeOfPointer(text: string, pointer: string): Range | undefined {
  if (last?.text !== text) last = { text, locator: createPointerLocator(text) };
  return last.locator?.rangeOf(pointer);
}
