import { MAX_DEPTH, MAX_NODES, MAX_PATH_LENGTH, MAX_SOURCE_LENGTH } from './limits.ts';

/** The value of a text about which `readJson` has nothing to say. */
export interface CleanJson {
  readonly value: unknown;
  /** True if every key and text is of printable ASCII, on one line: nothing hides in it. */
  readonly isAscii: boolean;
}

/**
 * Reads JSON by the platform's own parser, which takes a fifth of the time of `readJson`.
 *
 * `JSON.parse` hides repeated keys, of which it keeps the last. They are found by counting: each colon outside a text
 * belongs to a member.
 *
 * @returns `undefined` where the text is no JSON, repeats a key, or exceeds a limit of `readJson`: read it with that
 */
export function readCleanJson(text: string): CleanJson | undefined {
  if (text.length > MAX_SOURCE_LENGTH) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const size = { members: 0, values: 0 };
    if (!measure(value, 0, 0, size)) return undefined;
    const { members, isAscii } = scan(text);
    return members === size.members ? { value, isAscii } : undefined;
  } catch {
    return undefined;
  }
}

/** Counts what is in a value. @returns false beyond a limit, and for a number that JSON cannot hold */
function measure(
  value: unknown,
  depth: number,
  pathLength: number,
  size: { members: number; values: number },
): boolean {
  size.values += 1;
  if (size.values > MAX_NODES) return false;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      if (!measure(value[index], depth + 1, pathLength, size)) return false;
    return true;
  }
  // Inherited keys, which another program may have added, only make the counts differ.
  for (const key in value) {
    size.members += 1;
    const length = pathLength + key.length;
    if (length > MAX_PATH_LENGTH || !measure((value as Record<string, unknown>)[key], depth + 1, length, size))
      return false;
  }
  return true;
}

const [QUOTE, COLON, BACKSLASH, SLASH, TILDE] = [0x22, 0x3a, 0x5c, 0x2f, 0x7e];

/** Counts the members that a JSON text writes. */
function scan(text: string): { readonly members: number; readonly isAscii: boolean } {
  let members = 0;
  let isAscii = true;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) isText = !isText;
    else if (unit === BACKSLASH) {
      index += 1;
      const escaped = text.charCodeAt(index);
      if (escaped !== QUOTE && escaped !== BACKSLASH && escaped !== SLASH) isAscii = false;
    } else if (unit === COLON) {
      if (!isText) members += 1;
    } else if (unit > TILDE) isAscii = false;
  }
  return { members, isAscii };
}
