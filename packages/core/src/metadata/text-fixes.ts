import { joinPointer } from '../json/pointer.ts';
import type { Fix } from './finding.ts';
import { type DocumentText, nodeAt } from './source-document.ts';

/** Replaces the value a pointer leads to. */
export function replaceValue(text: DocumentText, pointer: string, value: unknown, title?: string): Fix | undefined {
  const found = nodeAt(text, pointer);
  if (found === undefined) {
    return undefined;
  }
  const newText = JSON.stringify(value);
  const range = text.lines.rangeOf(found.node.start, found.node.end);
  return { title: title ?? `Change to ${newText}`, edits: [{ range, newText }] };
}

/** Renames the key a pointer leads to, unless its object has a key of that name already. */
export function renameKey(text: DocumentText, parent: string, key: string, newKey: string): Fix | undefined {
  const member = nodeAt(text, joinPointer(parent, key))?.member;
  if (member === undefined || nodeAt(text, joinPointer(parent, newKey)) !== undefined) {
    return undefined;
  }
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
  if (node?.members === undefined) {
    return undefined;
  }
  const field = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const [first] = node.members;
  const last = node.members.at(-1);
  const afterBrace = node.start + 1;
  const gap = first === undefined ? ' ' : text.source.slice(afterBrace, first.keyStart);
  const title = `Add ${field}`;
  if (first === undefined || last === undefined) {
    const range = text.lines.rangeOf(node.start, node.end);
    return { title, edits: [{ range, newText: `{ ${field} }` }] };
  }
  const offset = where === 'first' ? afterBrace : last.node.end;
  const newText = where === 'first' ? `${gap}${field},${gap === '' ? ' ' : ''}` : `,${gap === '' ? ' ' : gap}${field}`;
  return { title, edits: [{ range: text.lines.rangeOf(offset, offset), newText }] };
}
