/** Bytes that {@link checksum} adds to a link. */
export const CHECKSUM_LENGTH = 3;

/**
 * Three bytes by which a mistyped or cut link is told from a whole one: FNV-1a of 32 bits, folded to 24.
 *
 * Deflate itself has none, and one wrong letter can inflate to a document that only looks right.
 */
export function checksum(bytes: Uint8Array): Uint8Array {
  let hash = 0x811c9dc5;
  for (const byte of bytes) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  const folded = (hash >>> 24) ^ (hash & 0xffffff);
  return Uint8Array.of((folded >> 16) & 0xff, (folded >> 8) & 0xff, folded & 0xff);
}
