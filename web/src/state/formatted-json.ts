/** Longest text that is formatted, in UTF-16 units: it is done between two frames. */
const MAX_LENGTH = 1_000_000;

/**
 * A JSON text laid out with two spaces and a final line break; `undefined` when it is not JSON, too long, or would not come
 * back as it is: a key that stands twice, a number that JavaScript writes in other digits.
 */
export function formattedJson(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const formatted = `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
    return withoutLayout(formatted) === withoutLayout(text) ? formatted : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A JSON text without the white space between its tokens. */
function withoutLayout(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}
