import type { ShareState, SharedDocument, SharedFilter } from './share-state.ts';

/** Links omit this provider. It is part of the format: changing it would change old links. */
const DEFAULT_PROVIDER = 'openai';
/** Deepest nesting of a policy taken from a link. */
const MAX_DEPTH = 100;

export interface StateText {
  /** One line of JSON, followed by the documents. */
  readonly text: string;
  /** Characters of white space in the documents' layouts; all are ASCII. */
  readonly spaces: number;
}

/**
 * Writes a state as one line of JSON with short keys and without defaults, followed by the documents' texts. Inside the
 * JSON each quote and line break would be escaped, which makes a link a tenth longer; white space of a layout is
 * omitted.
 */
export function writeState(state: ShareState): StateText {
  const { entries, texts, spaces } = writeDocuments(state.documents);
  return { text: `${JSON.stringify(toCompact(state, entries))}\n${texts}`, spaces };
}

function toCompact(state: ShareState, entries: readonly unknown[]): Record<string, unknown> {
  const { provider, beside, strict, filter, panel, policy } = state;
  return {
    t: entries,
    p: provider === DEFAULT_PROVIDER ? undefined : provider,
    b: beside,
    s: strict === true ? 1 : undefined,
    f: filter && { c: filter.commands, d: filter.depth },
    n: panel,
    y: policy,
  };
}

/**
 * Reads the output of {@link writeState}, or any other text of a link. @param maxLength of all documents together, in
 * UTF-16 units, including restored white space. @returns a code when a part has the wrong shape or is too large;
 * unknown keys are ignored, so that older pages read newer links.
 */
export function readState(text: string, maxLength: number): ShareState | 'invalid-state' | 'too-large' {
  const end = text.indexOf('\n');
  return end < 0 ? 'invalid-state' : fromCompact(parseJson(text.slice(0, end)), text.slice(end + 1), maxLength);
}

/** `undefined` for invalid JSON, which is no valid state either. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

function fromCompact(value: unknown, texts: string, maxLength: number): ShareState | 'invalid-state' | 'too-large' {
  if (!isRecord(value) || !isShallow(value, MAX_DEPTH)) {
    return 'invalid-state';
  }
  const documents = readDocuments(value.t, texts, maxLength);
  if (typeof documents === 'string') {
    return documents;
  }
  const filter = readFilter(value.f);
  const strings = [value.p, value.b, value.n];
  const isWrong =
    filter === null ||
    !strings.every((text) => text === undefined || typeof text === 'string') ||
    !(value.y === undefined || isRecord(value.y));
  if (isWrong) {
    return 'invalid-state';
  }
  return {
    documents,
    provider: typeof value.p === 'string' ? value.p : DEFAULT_PROVIDER,
    ...(typeof value.b === 'string' && { beside: value.b }),
    ...(value.s === 1 && { strict: true }),
    ...(filter && { filter }),
    ...(typeof value.n === 'string' && { panel: value.n }),
    ...(isRecord(value.y) && { policy: value.y }),
  };
}

/** `null`: present, but wrong. */
function readFilter(value: unknown): SharedFilter | undefined | null {
  if (value === undefined) return undefined;
  if (!isRecord(value)) return null;
  const { c: commands, d: depth } = value;
  const listed =
    commands === undefined || (Array.isArray(commands) && commands.every((name) => typeof name === 'string'));
  if (!listed || !(depth === undefined || (Number.isSafeInteger(depth) && Number(depth) > 0))) {
    return null;
  }
  return { ...(Array.isArray(commands) && { commands }), ...(typeof depth === 'number' && { depth }) };
}

/**
 * Level by level, so that depth needs no stack; only containers are kept for the next level, because there may be
 * millions of values.
 */
function isShallow(value: unknown, maxDepth: number): boolean {
  let level: readonly object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: object[] = [];
    for (const item of level) {
      for (const member of Array.isArray(item) ? item : Object.values(item)) {
        if (typeof member === 'object' && member !== null) {
          next.push(member);
        }
      }
    }
    level = next;
  }
  return level.every((item) => Object.keys(item).length === 0);
}

interface DocumentTexts {
  /**
   * For each document its name, its layout and how many UTF-16 units of the texts belong to it; the last one takes the
   * rest. A text that UTF-8 cannot represent is in the entry itself, without layout and length.
   */
  readonly entries: readonly (readonly unknown[])[];
  readonly texts: string;
  readonly spaces: number;
}

function writeDocuments(documents: readonly SharedDocument[]): DocumentTexts {
  const parts = documents.map(({ name, text }) => ({
    name,
    text,
    // UTF-8 has no form for half a surrogate pair; JSON's escapes do.
    laidOut: /\p{Surrogate}/u.test(text) ? undefined : takeLayout(text),
  }));
  const last = parts.findLastIndex(({ laidOut }) => laidOut !== undefined);
  const entries = parts.map(({ name, text, laidOut }, index) =>
    laidOut ? [name, laidOut.layout, ...(index === last ? [] : [laidOut.bare.length])] : [name, text],
  );
  const texts = parts.map(({ laidOut }) => laidOut?.bare ?? '').join('');
  const spaces = parts.reduce((sum, { text, laidOut }) => sum + (laidOut ? text.length - laidOut.bare.length : 0), 0);
  return { entries, texts, spaces };
}

function readDocuments(
  value: unknown,
  texts: string,
  maxLength: number,
): SharedDocument[] | 'invalid-state' | 'too-large' {
  if (!Array.isArray(value)) return 'invalid-state';
  const documents: SharedDocument[] = [];
  let offset = 0;
  let left = maxLength;
  for (const entry of value) {
    const [name, content, length = texts.length - offset]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const isText = typeof content === 'string';
    if (typeof name !== 'string' || !(isText || (isLayout(content) && isLength(length)))) return 'invalid-state';
    const text = isText ? content : putLayout(texts.slice(offset, offset + Number(length)), content, left);
    if (text === undefined || text.length > left) return 'too-large';
    documents.push({ name, text });
    offset += isText ? 0 : Number(length);
    left -= text.length;
  }
  // A rest belongs to no document, and a missing part would come from another's text.
  return offset === texts.length ? documents : 'invalid-state';
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text without the white space that its layout describes. */
interface LaidOut {
  readonly bare: string;
  /**
   * 0: nothing was removed. Otherwise a sum: 1 to 8 for that many spaces of indentation, 9 for a tab, 10 for one line
   * with a space after each comma and colon; 16 when lines end in CR LF; 32 for a line end after the text.
   */
  readonly layout: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const TAB = 9;
const ONE_LINE = 10;
const CRLF = 16;
const FINAL = 32;

/**
 * Removes a JSON text's white space if a layout describes all of it, so that {@link putLayout} restores the exact text.
 *
 * It goes by characters, not by values: doubled keys, the spelling of numbers and the order of keys are kept, and text
 * that is not JSON is restored too.
 */
export function takeLayout(text: string): LaidOut {
  const bare = withoutSpaces(text);
  const layout = guessLayout(text);
  const isLaidOut = bare !== text && putLayout(bare, layout, text.length) === text;
  return isLaidOut ? { bare, layout } : { bare: text, layout: 0 };
}

function guessLayout(text: string): number {
  const [, indentation = ''] = /^[{[]\r?\n(\t| {1,8})/.exec(text) ?? [];
  const unit = indentation === '\t' ? TAB : indentation.length;
  return (unit === 0 ? ONE_LINE : unit) + (text.includes('\r\n') ? CRLF : 0) + (text.endsWith('\n') ? FINAL : 0);
}

/** White space inside strings stays. */
function withoutSpaces(text: string): string {
  const pieces: string[] = [];
  let start = 0;
  let index = 0;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) {
      if (index > start) {
        pieces.push(text.slice(start, index));
      }
      start = index + 1;
    }
    index = unit === QUOTE ? endOfString(text, index) : index + 1;
  }
  pieces.push(text.slice(start));
  return pieces.join('');
}

/** True if {@link putLayout} knows a layout. */
export function isLayout(value: unknown): value is number {
  const isInRange = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 * FINAL;
  return isInRange && (value === 0 || (value % CRLF > 0 && value % CRLF <= ONE_LINE));
}

/**
 * Restores the white space that the layout describes.
 *
 * @returns `undefined` as soon as the text is longer than `maxLength` UTF-16 units: indentation can grow with the
 * square of the text.
 */
export function putLayout(bare: string, layout: number, maxLength: number): string | undefined {
  if (layout === 0) {
    return bare.length > maxLength ? undefined : bare;
  }
  const unit = layout % CRLF;
  const lineEnd = (layout & CRLF) === 0 ? '\n' : '\r\n';
  const end = (layout & FINAL) === 0 ? '' : lineEnd;
  const indentation = unit === TAB ? '\t' : ' '.repeat(unit);
  const isOneLine = unit === ONE_LINE;
  const spaces = isOneLine
    ? { afterComma: ' ', lineEnd: '', indentation: '' }
    : { afterComma: '', lineEnd, indentation };
  const text = spaceOut(bare, spaces, maxLength - end.length);
  return text === undefined ? undefined : text + end;
}

interface Spaces {
  readonly afterComma: string;
  /** After opening and before closing brackets, and after commas. */
  readonly lineEnd: string;
  /** After a line end, once for each bracket that is open. */
  readonly indentation: string;
}

/** An empty object or array gets nothing inside. */
const EMPTY: ReadonlySet<string> = new Set(['{}', '[]']);

/** Formats a JSON text like `JSON.stringify`, without parsing. @returns undefined beyond `maxLength` UTF-16 units. */
function spaceOut(bare: string, spaces: Spaces, maxLength: number): string | undefined {
  const pieces: string[] = [];
  let length = bare.length;
  let start = 0;
  let depth = 0;
  let index = 0;
  while (index < bare.length) {
    const mark = bare.charAt(index);
    let end = bare.charCodeAt(index) === QUOTE ? endOfString(bare, index) : index + 1;
    let space = '';
    let lines = false;
    let cut = end;
    if (mark === ':') {
      space = ' ';
    } else if (mark === ',') {
      space = spaces.afterComma;
      lines = true;
    } else if ((mark === '{' || mark === '[') && EMPTY.has(bare.slice(index, index + 2))) {
      end += 1;
    } else if (mark === '{' || mark === '[') {
      depth += 1;
      lines = true;
    } else if (mark === '}' || mark === ']') {
      depth = Math.max(0, depth - 1);
      lines = true;
      cut = index;
    }
    length += space.length + (lines ? spaces.lineEnd.length + spaces.indentation.length * depth : 0);
    if (length > maxLength) {
      return undefined;
    }
    if (lines || space !== '') {
      pieces.push(bare.slice(start, cut), space, lines ? spaces.lineEnd + spaces.indentation.repeat(depth) : '');
      start = cut;
    }
    index = end;
  }
  pieces.push(bare.slice(start));
  return length > maxLength ? undefined : pieces.join('');
}

/** The offset after the closing quotation mark of the JSON string at `start`, or after the text without one. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) {
      return index + 1;
    }
    index += unit === BACKSLASH ? 2 : 1;
  }
  return text.length;
}
