const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as base64 without padding. Written out because core may use no platform global such as `btoa`. */
export function toBase64(bytes: readonly number[]): string {
  let result = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const group = bytes.slice(index, index + 3);
    const bits = group.reduce((sum, byte) => (sum << 8) | byte, 0) << (8 * (3 - group.length));
    for (let position = 0; position <= group.length; position += 1) {
      result += ALPHABET.charAt((bits >> (18 - 6 * position)) & 63);
    }
  }
  return result;
}
