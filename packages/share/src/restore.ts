import { strToU8 } from 'fflate';
import { BOTH_FLAGS, BOTH_MIDDLE, ESCAPE, FLAGS_END, FLAGS_START, isCode, LONG_FLAG, WORDS_BY_CODE } from './words.ts';

const QUOTE = 0x22;
const DASH: Uint8Array = Uint8Array.of(0x2d);

/**
 * The bytes that `shorten` made shorter.
 *
 * @returns `undefined` as soon as there are more than `maxLength`: a code can stand for a name of any length, and a word has up to 23 bytes.
 */
export function restore(short: Uint8Array, maxLength: number): Uint8Array | undefined {
  const text = new Text();
  const words = new Map([...WORDS_BY_CODE].map(([code, word]) => [code, strToU8(word)]));
  let index = 0;
  while (index < short.length && text.length <= maxLength) {
    const code = short[index] ?? 0;
    const word = words.get(code);
    let end = index + 1;
    if (word !== undefined) {
      text.add(word);
    } else if (code === LONG_FLAG) {
      text.addFlags(DASH);
    } else if (code === BOTH_FLAGS) {
      end += 1;
      text.addFlags(Uint8Array.of(short[index + 1] ?? 0, ...BOTH_MIDDLE));
    } else {
      const start = code === ESCAPE ? end : index;
      end = endOfPlain(short, start + 1);
      text.add(short.subarray(start, end));
    }
    index = end;
  }
  return text.length > maxLength ? undefined : text.bytes.slice(0, text.length);
}

/** The offset of the next byte that stands for something else. */
function endOfPlain(short: Uint8Array, start: number): number {
  let end = start;
  while (end < short.length && short[end] !== ESCAPE && !isCode(short[end] ?? 0)) {
    end += 1;
  }
  return end;
}

/** Bytes that more are added to. */
class Text {
  bytes: Uint8Array = new Uint8Array(1024);
  length = 0;
  /** After the last quotation mark. */
  #stringStart = 0;

  add(part: Uint8Array): void {
    if (this.length + part.length > this.bytes.length) {
      const longer = new Uint8Array((this.length + part.length) * 2);
      longer.set(this.bytes);
      this.bytes = longer;
    }
    this.bytes.set(part, this.length);
    const quote = part.lastIndexOf(QUOTE);
    if (quote >= 0) {
      this.#stringStart = this.length + quote + 1;
    }
    this.length += part.length;
  }

  /** The flags of the option whose name was added last. */
  addFlags(beforeName: Uint8Array): void {
    const name = this.bytes.slice(this.#stringStart, this.length);
    for (const part of [FLAGS_START, beforeName, name, FLAGS_END]) {
      this.add(part);
    }
  }
}
