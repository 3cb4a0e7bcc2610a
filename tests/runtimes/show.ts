/**
 * Any value as text, the same in every runtime if the value is: keys in their own order, what JSON has no word for by name.
 *
 * A text that reads well stays as it is. An error is its name, code, message and own fields; where it was thrown is left out,
 * since engines differ there by right.
 */
export function show(value: unknown): string {
  if (typeof value === 'string' && /^[\n\t\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f]*$/.test(value)) return value;
  const json = JSON.stringify(value, replace, 1) ?? nameOf(value);
  return json.replace(/[^\n\u0020-\u007e]/g, escapeUnit);
}

/** What nobody sees, and half pairs, which no file can hold, would make a golden file lie. */
function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function replace(_key: string, value: unknown): unknown {
  if (value instanceof Error) return describeError(value);
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  const isData =
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'object' && !(value instanceof RegExp));
  return isData || (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0))
    ? value
    : nameOf(value);
}

function nameOf(value: unknown): string {
  if (Object.is(value, -0)) return '(number -0)';
  return typeof value === 'function' ? `(function ${value.name})` : `(${typeof value} ${String(value)})`;
}

function describeError(error: Error): object {
  const { name, message, cause } = error;
  // The input at fault, which the case itself gave: it may be too deep to be shown.
  const { response: _response, value: _value, ...facts }: Record<string, unknown> = { ...error };
  return { thrown: name, text: message, ...facts, ...(cause !== undefined && { cause: describeCause(cause) }) };
}

/** A cause may be the engine's own error, which each words and names in its own way. */
function describeCause(cause: unknown): unknown {
  return cause instanceof Error && !('code' in cause) ? '(an error)' : cause;
}
