const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as base64 without padding. Written out because core may use no platform global such as `btoa`. */
export function toBase64(bytes: readonly number[]): string {
  let result = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const length = Math.min(4, bytes.length - index + 1);
    for (let position = 0; position < length; position += 1) {
      result += ALPHABET.charAt((group >> (18 - 6 * position)) & 63);
    }
  }
  return result;
}
