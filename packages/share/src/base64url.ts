const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES: ReadonlyMap<string, number> = new Map([...ALPHABET].map((letter, value) => [letter, value]));

/**
 * Bytes as base64url without padding. Written out because this package uses no platform global such as `btoa`.
 *
 * @see RFC 4648 §5
 */
export function toBase64Url(bytes: Uint8Array): string {
  const letters: string[] = [];
  for (let index = 0; index < bytes.length; index += 3) {
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const count = Math.min(4, bytes.length - index + 1);
    for (let position = 0; position < count; position += 1) {
      letters.push(ALPHABET.charAt((group >> (18 - 6 * position)) & 63));
    }
  }
  return letters.join('');
}

/** The bytes of a base64url text without padding; `undefined` for any other text. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) {
    return undefined;
  }
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let buffer = 0;
  let bits = 0;
  let length = 0;
  for (const letter of text) {
    const value = VALUES.get(letter);
    if (value === undefined) {
      return undefined;
    }
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length] = (buffer >> bits) & 0xff;
      length += 1;
    }
  }
  return bytes;
}
