/** Values as people paste them: JSON, JavaScript literals, Python dicts, and the printed objects of Python SDKs. */

/** `end` is the offset behind the value. `cut`: the text ends before the value does. */
export type LooseValue =
  | { readonly ok: true; readonly value: unknown; readonly end: number }
  | { readonly ok: false; readonly end: number; readonly cut: boolean };

/** Deepest nesting that is read. */
const MAX_DEPTH = 200;

/**
 * Reads the value that begins at an offset, and ignores the rest.
 *
 * Shape: `Choice(index=0, message={'content': None,})` → `{ index: 0, message: { content: null } }`. A call with names is an
 * object, one with a single value that value. Nothing is evaluated. Time is linear in the text. Never throws.
 */
export function readLoose(text: string, start = 0): LooseValue {
  const reader: Reader = { text, at: start };
  try {
    const value = readValue(reader, 0);
    return { ok: true, value, end: reader.at };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, end: reader.at, cut: reader.at >= text.length };
  }
}

interface Reader {
  readonly text: string;
  at: number;
}

/** Leaves the nesting at once; it never leaves this file. */
class Unreadable extends Error {}

/** Between two tokens: white space and comments. */
const SPACE = /(?:\s+|\/\/[^\n]*|#[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y;
const NUMBER = /[-+]?(?:0[xX][\da-fA-F]+|(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][-+]?\d+)?)n?/y;
const NAME = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/y;
const PREFIX = /[rRbBuUfF]{1,2}(?=['"])/y;
/** `<FinishReason.STOP: 'STOP'>`, `<FinishReason.STOP: 1>`. */
const ENUM = /<[\w.]+:\s*(?:'([^'<>\n]*)'|(-?\d+))>/y;

const NULLS = ['null', 'None', 'undefined', 'NaN', 'nan', 'inf', 'Infinity'];
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ...['true', 'True'].map((word) => [word, true] as const),
  ...['false', 'False'].map((word) => [word, false] as const),
  ...NULLS.map((word) => [word, null] as const),
]);

function take({ text, at }: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function skip(reader: Reader, pattern: RegExp = SPACE): string | undefined {
  const [found] = take(reader, pattern) ?? [];
  reader.at += found?.length ?? 0;
  return found;
}

/** The next character that means something; `""` at the end. */
function peek(reader: Reader): string {
  skip(reader);
  return reader.text[reader.at] ?? '';
}

function takes(reader: Reader, mark: string): boolean {
  if (peek(reader) !== mark) return false;
  reader.at += 1;
  return true;
}

function readValue(reader: Reader, depth: number): unknown {
  const mark = peek(reader);
  if (depth > MAX_DEPTH) throw new Unreadable();
  if (mark === '{') return readObject(reader, depth);
  if (mark === '[') return readList(reader, ']', depth).values;
  if (mark === '(') {
    const { values, isList } = readList(reader, ')', depth);
    return isList ? values : values[0];
  }
  if (mark === '<') return readEnum(reader);
  if (isQuote(mark) || take(reader, PREFIX)) return readStrings(reader);
  const number = skip(reader, NUMBER);
  return number === undefined ? readWord(reader, depth) : numberOf(number);
}

function numberOf(text: string): number | null {
  const sign = text.startsWith('-') ? -1 : 1;
  const value = sign * Number(text.replace(/^[-+]|_|n$/g, ''));
  return Number.isFinite(value) ? value : null;
}

function readEnum(reader: Reader): unknown {
  const found = take(reader, ENUM);
  if (found === null) throw new Unreadable();
  reader.at += found[0].length;
  return found[1] ?? Number(found[2]);
}

/** A word of the language, an enum's member, or the name of a called or constructed thing. */
function readWord(reader: Reader, depth: number): unknown {
  const name = skip(reader, NAME);
  if (name === undefined) throw new Unreadable();
  if (name === 'new') return readWord(reader, depth);
  if (WORDS.has(name)) return WORDS.get(name);
  if (takes(reader, '(')) return readCall(reader, depth + 1);
  if (peek(reader) === '{') return readObject(reader, depth);
  // A bare name replaces a missing value, as in Node's "[Object]".
  if (!name.includes('.')) throw new Unreadable();
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The brackets of a call: named values as an object, one value as itself, several as a list. */
function readCall(reader: Reader, depth: number): unknown {
  const named: [string, unknown][] = [];
  const values: unknown[] = [];
  while (!takes(reader, ')')) {
    const [name] = take(reader, /[A-Za-z_]\w*(?=\s*=)/y) ?? [];
    if (name !== undefined) {
      reader.at += name.length;
      takes(reader, '=');
      named.push([name, readValue(reader, depth)]);
    } else values.push(readValue(reader, depth));
    if (!takes(reader, ',') && peek(reader) !== ')') throw new Unreadable();
  }
  if (named.length > 0) return Object.fromEntries(named);
  return values.length < 2 ? (values[0] ?? null) : values;
}

/** A tuple is told from brackets around one value by its comma. */
function readList(reader: Reader, end: string, depth: number): { values: unknown[]; isList: boolean } {
  const values: unknown[] = [];
  let hasComma = false;
  reader.at += 1;
  while (!takes(reader, end)) {
    values.push(readValue(reader, depth + 1));
    if (takes(reader, ',')) hasComma = true;
    else if (peek(reader) !== end) throw new Unreadable();
  }
  return { values, isList: hasComma || values.length !== 1 };
}

function readObject(reader: Reader, depth: number): unknown {
  const members: [string, unknown][] = [];
  reader.at += 1;
  while (!takes(reader, '}')) {
    const mark = peek(reader);
    const key = isQuote(mark) ? readStrings(reader) : (skip(reader, NAME) ?? skip(reader, NUMBER));
    if (key === undefined || !takes(reader, ':')) throw new Unreadable();
    members.push([key, readValue(reader, depth + 1)]);
    if (!takes(reader, ',') && peek(reader) !== '}') throw new Unreadable();
  }
  // Its own fields, also one that is called __proto__.
  return Object.fromEntries(members);
}

function isQuote(mark: string): boolean {
  return mark === '"' || mark === "'" || mark === '`';
}

/** One string, or several beside each other, which Python joins. */
function readStrings(reader: Reader): string {
  const pieces: string[] = [];
  do {
    const isRaw = /r/i.test(skip(reader, PREFIX) ?? '');
    pieces.push(readString(reader, isRaw));
    skip(reader);
  } while (isQuote(reader.text[reader.at] ?? '') || take(reader, PREFIX));
  return pieces.join('');
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' };

function readString(reader: Reader, isRaw: boolean): string {
  const { text } = reader;
  const mark = text[reader.at] ?? '';
  const quote = text.startsWith(mark.repeat(3), reader.at) ? mark.repeat(3) : mark;
  const pieces: string[] = [];
  let from = reader.at + quote.length;
  const stop = quote.length === 3 ? new RegExp(`\\\\|${quote}`, 'g') : STOPS[mark];
  while (stop !== undefined) {
    stop.lastIndex = from;
    const found = stop.exec(text);
    reader.at = found === null ? text.length : found.index;
    if (found === null) throw new Unreadable();
    pieces.push(text.slice(from, found.index));
    if (found[0] !== '\\') {
      reader.at += quote.length;
      break;
    }
    const pattern = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|U([\da-f]{8})|x([\da-f]{2})|([\s\S]))/iy;
    const read = take(reader, pattern);
    const [whole = '\\', ...codes] = read ?? [];
    const code = codes.slice(0, 4).find((one) => one !== undefined);
    const letter = codes[4] ?? '';
    if (isRaw) pieces.push(whole);
    else if (code === undefined) pieces.push(ESCAPES[letter] ?? letter);
    else pieces.push(Number.parseInt(code, 16) > 0x10ffff ? '\ufffd' : String.fromCodePoint(Number.parseInt(code, 16)));
    from = found.index + whole.length;
  }
  return pieces.join('');
}

const STOPS: Readonly<Record<string, RegExp>> = { '"': /["\\]/g, "'": /['\\]/g, '`': /[`\\]/g };
