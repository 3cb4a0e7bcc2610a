import { hash } from './hash.ts';
import { isCode } from './words.ts';

/** How many contexts there are. */
export const CONTEXTS = 8;
/** Values that {@link MixingContexts.place} can have. */
export const PLACES = 1024;

const QUOTE = 0x22;

/**
 * What a byte may depend on, as hashes: the bytes before it, the word it stands in, and its place in the metadata, such as "in a
 * description" or "an effect of a command of this name". A place is known by the last marks: codes of words, and quotation marks.
 */
export class MixingContexts {
  /** One for each context, of what was seen up to now. */
  readonly hashes: Int32Array = new Int32Array(CONTEXTS);
  /** The last mark, and whether a word or a string has begun since. */
  place = 512;
  /** Letters of the present word; of the present string; of the two strings before it. */
  #word = 0;
  #string = 0;
  #lastString = 0;
  #secondLastString = 0;
  /** The last marks, the youngest in the lowest byte. */
  #marks = 0;
  /** The last bytes, likewise. */
  #last = 0;
  #earlier = 0;

  constructor() {
    this.#fill();
  }

  see(byte: number): void {
    this.#earlier = (this.#earlier << 8) | (this.#last >>> 24);
    this.#last = (this.#last << 8) | byte;
    this.#word = isOfWord(byte) ? hash(this.#word, byte | 0x20) : 0;
    if (byte === QUOTE || isCode(byte)) {
      this.#seeMark(byte);
    } else {
      this.#string = hash(this.#string, byte);
    }
    this.place = (this.#marks & 0xff) | (this.#word === 0 ? 0 : 256) | (this.#string === 0 ? 512 : 0);
    this.#fill();
  }

  #seeMark(byte: number): void {
    if (this.#string !== 0) {
      this.#secondLastString = this.#lastString;
      this.#lastString = this.#string;
    }
    this.#string = 0;
    this.#marks = (this.#marks << 8) | byte;
  }

  #fill(): void {
    const last = this.#last;
    const mark = this.#marks & 0xff;
    const hashes = this.hashes;
    hashes[0] = hash(1, last & 0xff);
    hashes[1] = hash(2, last & 0xffff);
    hashes[2] = hash(3, last & 0xffffff);
    hashes[3] = hash(hash(4, last), this.#earlier & 0xffff);
    hashes[4] = hash(5, this.#word);
    hashes[5] = hash(hash(6, mark), last & 0xff);
    hashes[6] = hash(7, mark);
    hashes[7] = hash(hash(this.#secondLastString, this.#marks & 0xffffff), this.#string);
  }
}

function isOfWord(byte: number): boolean {
  const isLetter = (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x80 && !isCode(byte));
  return isLetter || (byte >= 0x30 && byte <= 0x39);
}
