import { strToU8 } from 'fflate';
import { MixingModel } from './mixing-model.ts';
import { PRIMER } from './primer.ts';
import { shorten } from './shorten.ts';

/** Most bytes that are coded. Each takes two microseconds, for whoever opens a link too, however short the link is. */
export const MAX_MIXED_BYTES: number = 64 * 1024;

/** Bytes that a writer may leave out at the end, where a reader thinks zeros. */
const MAX_LEFT_OUT = 4;

/**
 * Codes bytes as one long binary fraction: each bit takes the less of it the better the model foretold it.
 *
 * @param bytes at most {@link MAX_MIXED_BYTES}, as `shorten` gives them.
 * @see https://mattmahoney.net/dc/dce.html#Section_32
 */
export function encodeMixed(bytes: Uint8Array): Uint8Array {
  const model = primedModel(bytes.length);
  const coded: number[] = [];
  let low = 0;
  let high = 0xffffffff;
  for (const byte of bytes) {
    for (let shift = 7; shift >= 0; shift -= 1) {
      const bit = (byte >>> shift) & 1;
      const middle = split(low, high, model.probability());
      low = bit === 1 ? low : middle + 1;
      high = bit === 1 ? middle : high;
      model.update(bit);
      while ((low ^ high) >>> 24 === 0) {
        coded.push(high >>> 24);
        low = (low << 8) >>> 0;
        high = ((high << 8) | 0xff) >>> 0;
      }
    }
  }
  if (low > 0) {
    // The first bytes of the two differ, so this and zeros lies between them.
    coded.push((low >>> 24) + 1);
  }
  return Uint8Array.from(coded);
}

/**
 * The bytes that {@link encodeMixed} coded.
 *
 * @param length of the bytes, at most {@link MAX_MIXED_BYTES}.
 * @returns `undefined` when the code ends before it says them all.
 */
export function decodeMixed(coded: Uint8Array, length: number): Uint8Array | undefined {
  const model = primedModel(length);
  const bytes = new Uint8Array(length);
  let low = 0;
  let high = 0xffffffff;
  let value = ((coded[0] ?? 0) * 2 ** 24 + (((coded[1] ?? 0) << 16) | ((coded[2] ?? 0) << 8) | (coded[3] ?? 0))) >>> 0;
  let next = 4;
  for (let index = 0; index < length; index += 1) {
    let byte = 0;
    for (let shift = 7; shift >= 0; shift -= 1) {
      const middle = split(low, high, model.probability());
      const bit = value <= middle ? 1 : 0;
      low = bit === 1 ? low : middle + 1;
      high = bit === 1 ? middle : high;
      model.update(bit);
      byte = byte * 2 + bit;
      while ((low ^ high) >>> 24 === 0) {
        low = (low << 8) >>> 0;
        high = ((high << 8) | 0xff) >>> 0;
        value = ((value << 8) | (coded[next] ?? 0)) >>> 0;
        next += 1;
      }
    }
    if (next > coded.length + MAX_LEFT_OUT) {
      return undefined;
    }
    bytes[index] = byte;
  }
  return bytes;
}

/** The last number of the part that stands for a one. The product is made of halves that 32 bits hold. */
function split(low: number, high: number, probability: number): number {
  const range = high - low;
  return low + (range >>> 16) * probability + (((range & 0xffff) * probability) >>> 16);
}

/** A model that has seen the primer, so that it knows metadata before the first byte. */
function primedModel(length: number): MixingModel {
  const primer = shorten(strToU8(PRIMER));
  const model = new MixingModel(primer.length + length);
  for (const byte of primer) {
    for (let shift = 7; shift >= 0; shift -= 1) {
      model.probability();
      model.update((byte >>> shift) & 1);
    }
  }
  return model;
}
