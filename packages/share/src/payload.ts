import { deflateSync } from 'fflate';
import { CHECKSUM_LENGTH, checksum } from './checksum.ts';
import { inflateBounded } from './inflate-bounded.ts';
import { decodeMixed, encodeMixed, MAX_MIXED_BYTES } from './mixed-coding.ts';
import { restore } from './restore.ts';

/** Bytes of a compact state, or what is wrong with the payload. */
export type Unpacked = Uint8Array | 'damaged' | 'too-large';

/** Short bytes deflated, with their checksum behind. */
export function packDeflated(short: Uint8Array): Uint8Array {
  return join(deflateSync(short, { level: 9 }), checksum(short));
}

/** How many short bytes there are, these mixed, and their checksum. `undefined`: there are too many. */
export function packMixed(short: Uint8Array): Uint8Array | undefined {
  const isLong = short.length > MAX_MIXED_BYTES;
  return isLong ? undefined : join(writeLength(short.length), encodeMixed(short), checksum(short));
}

/** Reads a payload with the flag `d`: the state itself was deflated. @param maxBytes of the state, here as below. */
export function unpackPlain(payload: Uint8Array, maxBytes: number): Unpacked {
  return inflateChecked(payload, maxBytes);
}

export function unpackDeflated(payload: Uint8Array, maxBytes: number): Unpacked {
  // Each byte may have had to be escaped.
  const short = inflateChecked(payload, 2 * maxBytes);
  return typeof short === 'string' ? short : (restore(short, maxBytes) ?? 'too-large');
}

export function unpackMixed(payload: Uint8Array, maxBytes: number): Unpacked {
  const { length, start } = readLength(payload);
  const end = payload.length - CHECKSUM_LENGTH;
  if (length > MAX_MIXED_BYTES || start > end) {
    return 'damaged';
  }
  const short = decodeMixed(payload.subarray(start, end), length);
  if (short === undefined || !isChecksum(payload.subarray(end), short)) {
    return 'damaged';
  }
  return restore(short, maxBytes) ?? 'too-large';
}

function inflateChecked(payload: Uint8Array, maxLength: number): Unpacked {
  const end = payload.length - CHECKSUM_LENGTH;
  const inflated = inflateBounded(payload.subarray(0, end), maxLength);
  if (!inflated.ok) {
    return inflated.code;
  }
  return isChecksum(payload.subarray(end), inflated.bytes) ? inflated.bytes : 'damaged';
}

/** Seven bits to a byte, the lowest first; all but the last have the eighth bit. */
function writeLength(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return Uint8Array.of(...bytes, rest);
}

function readLength(payload: Uint8Array): { readonly length: number; readonly start: number } {
  let length = 0;
  let start = 0;
  let byte = 128;
  while (byte > 127 && start < 4) {
    byte = payload[start] ?? 0;
    length |= (byte & 127) << (7 * start);
    start += 1;
  }
  return { length, start };
}

function isChecksum(given: Uint8Array, bytes: Uint8Array): boolean {
  const expected = checksum(bytes);
  return given.every((byte, index) => byte === expected[index]);
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
