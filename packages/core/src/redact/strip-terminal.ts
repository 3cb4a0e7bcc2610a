/** Removes terminal sequences from text that arrives in pieces. */
interface TerminalStripper {
  push(chunk: string): string;
  end(text?: string): string;
}

const ESC = '\\u001b';
/** CSI, or an escape of one character with its intermediates. */
const SEQUENCE: RegExp = new RegExp(`(?:${ESC}\\[|\\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]?|${ESC}[ -/]{0,8}[0-~]`, 'g');
/** The openings of OSC, DCS, SOS, PM and APC strings: titles, links, clipboard, images. */
const STRING_START = new RegExp(`${ESC}[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f]`, 'g');
const STRING_END = new RegExp(`${ESC}\\\\|[\\u0007\\u009c]|(?=\\n|\\r)`, 'g');
/** Controls except newline and tab, and invisible characters: zero width, bidirectional marks, tags. */
const INVISIBLE: RegExp =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;
/** The end of a piece whose meaning depends on the next piece. */
const UNFINISHED = new RegExp(`(?:(?:${ESC}\\[|\\u009b)[0-?]{0,64}[ -/]{0,8}|${ESC}[ -/]{0,8}|\\r|[\\ud800-\\udbff])$`);

const LONGEST_UNFINISHED = 80;
/** Most text is ASCII, and this test is faster. */
const PLAIN_ASCII = /^[\t\n -~]*$/;

function isPlain(text: string): boolean {
  return PLAIN_ASCII.test(text) || text.search(INVISIBLE) < 0;
}

/**
 * Removes terminal sequences and invisible characters from a text; the rest is the text that a person saw.
 *
 * Removed are colours and cursor movements (CSI), titles, links and clipboard writes (OSC, DCS, APC, also with 8-bit
 * introducers), controls except `\n` and `\t`, zero-width and bidirectional characters, tag characters. A string
 * sequence that is never closed ends with its line. `\r\n` and a lone `\r` become `\n`.
 */
export function stripTerminalSequences(text: string): string {
  return createTerminalStripper().end(text);
}

/** {@link stripTerminalSequences} for pieces: the joined results do not depend on where the text was cut. */
export function createTerminalStripper(): TerminalStripper {
  let held = '';
  let inString = false;
  function strip(text: string): string {
    if (!inString && isPlain(text)) {
      return text;
    }
    let plain = '';
    inString = removeStrings(text, inString, (from, to) => {
      plain += text.slice(from, to);
    });
    return plain.replace(/\r\n?/g, '\n').replace(SEQUENCE, '').replace(INVISIBLE, '');
  }
  return {
    push(chunk) {
      const text = held + chunk;
      held = UNFINISHED.exec(text.slice(-LONGEST_UNFINISHED))?.[0] ?? '';
      return strip(text.slice(0, text.length - held.length));
    },
    end(text = '') {
      const rest = strip(held + text);
      held = '';
      inString = false;
      return rest;
    },
  };
}

/**
 * Calls `keep` with each part of the text outside of string sequences.
 *
 * @returns whether the text ends inside a sequence; `open`: whether it begins inside one
 */
function removeStrings(text: string, open: boolean, keep: (from: number, to: number) => void): boolean {
  let offset = 0;
  let inside = open;
  for (;;) {
    const pattern = inside ? STRING_END : STRING_START;
    pattern.lastIndex = offset;
    const match = pattern.exec(text);
    if (!inside) {
      keep(offset, match?.index ?? text.length);
    }
    if (match === null) {
      return inside;
    }
    offset = match.index + match[0].length;
    inside = !inside;
  }
}

/** A text without terminal sequences that remembers the original offsets. */
interface StrippedText {
  readonly text: string;
  /** Original offset of the UTF-16 unit at an index. */
  offset(index: number): number;
}

/** Like `stripTerminalSequences`, but keeps the offsets. Needs 4 bytes for each UTF-16 unit of a changed text. */
export function stripWithOffsets(text: string): StrippedText {
  if (isPlain(text)) {
    return { text, offset: (index) => index };
  }
  let current = text;
  let places = new Int32Array(text.length).map((_, index) => index);

  function keepOnly(stretches: readonly (readonly [number, number])[]): void {
    // In place, because there may be millions of parts; kept units only move towards the beginning.
    let kept = 0;
    for (const [from, to] of stretches) {
      places.copyWithin(kept, from, to);
      kept += to - from;
    }
    places = places.subarray(0, kept);
    current = stretches.map(([from, to]) => current.slice(from, to)).join('');
  }

  function without(pattern: RegExp): void {
    const stretches: [number, number][] = [];
    let from = 0;
    for (const { index, 0: gone } of current.matchAll(pattern)) {
      stretches.push([from, index]);
      from = index + gone.length;
    }
    keepOnly([...stretches, [from, current.length]]);
  }

  const outside: [number, number][] = [];
  removeStrings(text, false, (from, to) => outside.push([from, to]));
  keepOnly(outside);
  without(/\r(?=\n)/g);
  current = current.replaceAll('\r', '\n');
  without(SEQUENCE);
  without(INVISIBLE);
  return { text: current, offset: (index) => places[index] ?? text.length };
}
