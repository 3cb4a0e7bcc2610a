import { hash } from './hash.ts';

/** Bytes that must agree before a match is looked up. */
const SHORTEST = 4;
/** Longest match told from longer ones; also how many opinions of matches there are, by their lengths. */
export const LONGEST = 63;
const TABLE_BITS = 16;

/** Finds where the last bytes stood before; what came then may come again. */
export class MatchFinder {
  readonly #bytes: Uint8Array;
  /** By a hash of four bytes: the offset after their last occurrence. */
  readonly #table = new Int32Array(1 << TABLE_BITS);
  #offset = 0;
  /** How many bytes agree, up to {@link LONGEST}; 0: there is no match. */
  length = 0;

  /** @param bytes which `move` is told about as they come. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The byte that followed last time; 0 without a match. */
  get expected(): number {
    return this.length === 0 ? 0 : this.#at(this.#offset);
  }

  /** The byte at `end - 1` is known from now on. */
  move(end: number): void {
    if (this.length > 0 && this.#at(this.#offset) === this.#at(end - 1)) {
      this.#offset += 1;
      this.length = Math.min(this.length + 1, LONGEST);
    } else {
      this.length = 0;
    }
    if (end >= SHORTEST) {
      this.#lookUp(end);
    }
  }

  #lookUp(end: number): void {
    let key = 0;
    for (let back = 1; back <= SHORTEST; back += 1) {
      key = hash(key, this.#at(end - back));
    }
    key >>>= 32 - TABLE_BITS;
    if (this.length === 0) {
      this.#offset = this.#table[key] ?? 0;
      this.length = this.#agreement(end);
    }
    this.#table[key] = end;
  }

  #agreement(end: number): number {
    const most = Math.min(32, this.#offset);
    let length = 0;
    while (length < most && this.#at(this.#offset - 1 - length) === this.#at(end - 1 - length)) {
      length += 1;
    }
    return length;
  }

  #at(index: number): number {
    return this.#bytes[index] ?? 0;
  }
}
