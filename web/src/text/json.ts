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
