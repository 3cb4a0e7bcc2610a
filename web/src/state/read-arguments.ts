export type ReadArguments =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

/** Reads the arguments of a call as a person wrote them; nothing at all is no arguments. */
export function readArguments(text: string): ReadArguments {
  if (text.trim() === '') return { ok: true, value: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (isArguments(value)) return { ok: true, value };
    return { ok: false, message: 'The arguments must be an object: { "name": value }.' };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, message: `This is not valid JSON: ${error.message}` };
    throw error;
  }
}

function isArguments(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
