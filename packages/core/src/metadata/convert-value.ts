import { nodeAt, type SourceDocument } from './source-document.ts';

/**
 * The value in the type that was expected, where only the notation is wrong; `undefined` when that is not certain.
 *
 * Shape: `"true"` → `true`, `"5"` → `5`, `1.10` → `"1.10"` (as written), `"--all"` → `["--all"]`
 */
export function convertValue(
  value: unknown,
  types: readonly string[],
  pointer: string,
  document: SourceDocument,
): unknown {
  if (types.includes('string') && typeof value === 'number') {
    return writtenNumber(value, pointer, document);
  }
  if (types.includes('array') && typeof value === 'string') {
    return [value];
  }
  if (typeof value !== 'string') {
    return undefined;
  }
  const word = value.trim().toLowerCase();
  if (types.includes('boolean') && (word === 'true' || word === 'false')) {
    return word === 'true';
  }
  const isWhole = /^-?\d{1,15}$/.test(word);
  const isNumber = isWhole || /^-?\d{1,15}\.\d{1,15}$/.test(word);
  return (types.includes('integer') && isWhole) || (types.includes('number') && isNumber) ? Number(word) : undefined;
}

/** A version written as the number 1.10 meant "1.10", not "1.1". */
function writtenNumber(value: number, pointer: string, { text }: SourceDocument): string {
  if (text === undefined) {
    return String(value);
  }
  const node = nodeAt(text, pointer)?.node;
  return node === undefined ? String(value) : text.source.slice(node.start, node.end);
}
