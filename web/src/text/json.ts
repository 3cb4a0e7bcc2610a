/** `message` is the browser's. */
type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, message: error.message };
  }
}

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

/** UTF-16 units of a document that decide whether it is worth asking what it is. */
const SHOWN_BY = 20_000;
/** Shorter texts are still being typed. */
const MIN_LENGTH = 40;

/** Cheap, for every keystroke: false for ATIP and for a text that may become ATIP. */
export function mayBeForeign(text: string): boolean {
  const start = text.slice(0, SHOWN_BY).trimStart();
  return start.length >= MIN_LENGTH && !start.includes('"atip');
}
