import { strToU8 } from 'fflate';
import { BOTH_FLAGS, BOTH_MIDDLE, ESCAPE, FLAGS_END, FLAGS_START, isCode, LONG_FLAG, WORDS_BY_CODE } from './words.ts';

/** What takes the place of a piece of the text. */
interface Short {
  readonly codes: readonly number[];
  /** Bytes of the text that it stands for. */
  readonly length: number;
}

interface Word extends Short {
  readonly bytes: Uint8Array;
}

const QUOTE = 0x22;

/**
 * UTF-8 with one byte for each of the words of metadata, the longest that fits; `restore` takes it back.
 *
 * Limits: at most twice as long as it was, when every byte has to be escaped.
 */
export function shorten(bytes: Uint8Array): Uint8Array {
  const words = wordsByFirstByte();
  const short = new Uint8Array(bytes.length * 2);
  let length = 0;
  let stringStart = 0;
  let index = 0;
  while (index < bytes.length) {
    const byte = bytes[index] ?? 0;
    const piece = words[byte] === undefined ? undefined : shortAt(bytes, index, stringStart, words[byte]);
    if (piece === undefined) {
      if (byte === ESCAPE || isCode(byte)) {
        short[length++] = ESCAPE;
      }
      short[length++] = byte;
    } else {
      short.set(piece.codes, length);
      length += piece.codes.length;
    }
    const end = index + (piece?.length ?? 1);
    if (piece !== undefined || byte === QUOTE) {
      const quote = bytes.subarray(index, end).lastIndexOf(QUOTE);
      stringStart = quote < 0 ? stringStart : index + quote + 1;
    }
    index = end;
  }
  return short.slice(0, length);
}

function shortAt(bytes: Uint8Array, index: number, stringStart: number, words: readonly Word[]): Short | undefined {
  const flags = bytes[index] === QUOTE ? flagsAt(bytes, index, bytes.subarray(stringStart, index)) : undefined;
  return flags ?? words.find((word) => isAt(bytes, index, word.bytes));
}

/** Longer ones first. */
function wordsByFirstByte(): readonly (readonly Word[] | undefined)[] {
  const words: Word[][] = [];
  const longerFirst = [...WORDS_BY_CODE].sort(([, one], [, other]) => other.length - one.length);
  for (const [code, text] of longerFirst) {
    const bytes = strToU8(text);
    const first = bytes[0] ?? 0;
    words[first] = [...(words[first] ?? []), { bytes, codes: [code], length: bytes.length }];
  }
  return words;
}

/** The flags at `index` if they are made of the option's name: `--name`, alone or behind `-x`. */
function flagsAt(bytes: Uint8Array, index: number, name: Uint8Array): Short | undefined {
  if (!isAt(bytes, index, FLAGS_START)) {
    return undefined;
  }
  const first = index + FLAGS_START.length;
  const isLong = bytes[first] === 0x2d;
  if (!(isLong || isAt(bytes, first + 1, BOTH_MIDDLE))) {
    return undefined;
  }
  const nameStart = first + 1 + (isLong ? 0 : BOTH_MIDDLE.length);
  const nameEnd = nameStart + name.length;
  if (!(isAt(bytes, nameStart, name) && isAt(bytes, nameEnd, FLAGS_END))) {
    return undefined;
  }
  const codes = isLong ? [LONG_FLAG] : [BOTH_FLAGS, bytes[first] ?? 0];
  return { codes, length: nameEnd + FLAGS_END.length - index };
}

function isAt(bytes: Uint8Array, offset: number, part: Uint8Array): boolean {
  for (let index = 0; index < part.length; index += 1) {
    if (bytes[offset + index] !== part[index]) {
      return false;
    }
  }
  return true;
}
