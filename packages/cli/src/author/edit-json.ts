import { readJson } from '@atip/core';
import { findNode, pointerTokens } from '@atip/core/internal';

/**
 * Sets a field of the object at a pointer and leaves every other character of the text as it is: order of keys, indentation,
 * line ends. A new field comes last, on lines of its own where the object has several lines.
 *
 * @returns undefined when the text is not JSON, or the pointer leads to no object
 */
export function setField(text: string, pointer: string, key: string, value: unknown): string | undefined {
  const { root } = readJson(text);
  const tokens = pointerTokens(pointer);
  const found = root && findNode(root, tokens);
  if (found?.node.members === undefined || found.depth !== tokens.length) return undefined;
  const { members, start, end } = found.node;
  const first = members[0];
  const gap = first === undefined ? '' : text.slice(start + 1, first.keyStart);
  const style = { unit: unitOf(text), ...(/\n/.test(gap) && { line: gap.replace(/^[^\r\n]*/, '') }) };
  const same = members.find((member) => member.key === key);
  if (same !== undefined) return splice(text, same.node.start, same.node.end, write(value, style));
  const field = `${JSON.stringify(key)}: ${write(value, style)}`;
  const last = members.at(-1);
  if (last === undefined) return splice(text, start, end, `{ ${field} }`);
  return splice(text, last.node.end, last.node.end, `,${style.line ?? ' '}${field}`);
}

interface Style {
  /** Whitespace of one level. */
  readonly unit: string;
  /** The line end and indentation before a field. Absent: the object is on one line. */
  readonly line?: string;
}

function splice(text: string, from: number, to: number, part: string): string {
  return text.slice(0, from) + part + text.slice(to);
}

/** The indentation of the first field of the document. */
function unitOf(text: string): string {
  return /^\s*\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
}

function write(value: unknown, { unit, line }: Style): string {
  if (line === undefined) return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  return JSON.stringify(value, null, unit).replaceAll('\n', line);
}
