import { endOfString, QUOTE } from './end-of-string.ts';

export interface Spaces {
  readonly afterComma: string;
  /** After opening and before closing brackets, and after commas. */
  readonly lineEnd: string;
  /** After a line end, once for each bracket that is open. */
  readonly indentation: string;
}

/** An empty object or array gets nothing inside. */
const EMPTY: ReadonlySet<string> = new Set(['{}', '[]']);

/**
 * Puts white space around the marks of a JSON text, as `JSON.stringify` does, without asking whether it is one.
 *
 * @returns `undefined` as soon as the result is longer than `maxLength` UTF-16 units.
 */
export function spaceOut(bare: string, spaces: Spaces, maxLength: number): string | undefined {
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
