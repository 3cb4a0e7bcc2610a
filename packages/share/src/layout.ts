/** A text without the white space that its layout describes. */
export interface LaidOut {
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
