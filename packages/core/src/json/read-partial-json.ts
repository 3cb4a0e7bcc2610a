import { MAX_DEPTH } from './limits.ts';

/**
 * Reads the beginning of a JSON object or list as far as it goes, closing what is open. For showing only, never for acting on it.
 *
 * Shape: `{"path":"/tmp/x` → `{ path: '/tmp/x' }`, which may be the first half of another path.
 * A key without its value, a number without its last digit and half a word are left out. Reads up to its end,
 * in one pass, which costs time in proportion to the text's length.
 *
 * @returns `undefined` when nothing can be read: no object or list, damaged text, more than 100 levels
 */
export function readPartialJson(text: string): unknown {
  /** What closes the open objects and arrays, the innermost first. */
  let closers = '';
  let inText = false;
  let atKey = false;
  /** Units that still belong to an escape. */
  let escaped = 0;
  /** Up to where the text can be read, and what closes it there. */
  let end = 0;
  let closing = '';
  for (let offset = 0; offset < text.length && (closers || !end); offset += 1) {
    const unit = text.charAt(offset);
    let opens = false;
    if (escaped > 0) escaped -= 1;
    else if (inText && unit === '\\') escaped = text.charAt(offset + 1) === 'u' ? 5 : 1;
    else if (unit === '"') inText = !inText;
    else if (!inText) {
      opens = unit === '{' || unit === '[';
      if (opens) closers = (unit === '{' ? '}' : ']') + closers;
      else if (unit === '}' || unit === ']') closers = closers.slice(1);
      else if (!/\d$|true$|false$|null$/.test(text.slice(Math.max(0, offset - 4), offset + 1))) {
        if (unit === ',' || unit === ':') atKey = unit === ',' && closers.startsWith('}');
        continue;
      }
      atKey = false;
    }
    if (escaped === 0 && !atKey) {
      end = offset + 1;
      closing = inText ? `"${closers}` : closers;
    }
    if (opens) atKey = unit === '{';
  }
  try {
    return closers.length > MAX_DEPTH || !/^\s*[[{]/.test(text) ? undefined : JSON.parse(text.slice(0, end) + closing);
  } catch {
    return undefined;
  }
}
