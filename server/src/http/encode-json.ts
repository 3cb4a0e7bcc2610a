const encoder = new TextEncoder();

/**
 * An object as JSON in UTF-8, as `JSON.stringify` has it, made field by field.
 *
 * One character beyond Latin-1 makes a whole string twice as wide and slow to encode; so it is one field's string only.
 */
export function encodeJson(value: object): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  for (const [name, field] of Object.entries(value)) {
    const text: string | undefined = JSON.stringify(field);
    if (text !== undefined)
      parts.push(encoder.encode(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:${text}`));
  }
  parts.push(encoder.encode(parts.length === 0 ? '{}' : '}'));
  return join(parts);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
