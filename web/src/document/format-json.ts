import { parseJson } from '../text/parsed-json.ts';

/** Longest text that is formatted, in UTF-16 units: as much as a document may have. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** UTF-16 units from which a document on one line is hard to read and to discuss. */
const MIN_ONE_LINE = 2000;

/** True for a document that a program wrote for programs: long, and on one line. */
export function isOneLine(text: string): boolean {
  return text.length > MIN_ONE_LINE && /^[[{]/.test(text) && !text.trimEnd().includes('\n');
}

/**
 * Formats a JSON text with two spaces and a final line break; `undefined` when it is not JSON, is too long, or would change
 * in meaning: a repeated key, a number that JavaScript writes in other digits.
 */
export function formattedJson({ text }: { readonly text: string }): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const parsed = parseJson(text);
  if (!parsed.ok) return undefined;
  const formatted = `${JSON.stringify(parsed.value, null, 2)}\n`;
  return withoutLayout(formatted) === withoutLayout(text) ? formatted : undefined;
}

function withoutLayout(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}
