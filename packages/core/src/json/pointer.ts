/**
 * Extends a JSON Pointer by keys and indexes.
 *
 * Shape: `('/commands', 'a/b', 0)` → `'/commands/a~1b/0'`
 * @see RFC 6901 §3
 */
export function joinPointer(base: string, ...keys: readonly (string | number)[]): string {
  let pointer = base;
  for (const key of keys) {
    pointer += `/${typeof key === 'number' ? key : escapeToken(key)}`;
  }
  return pointer;
}

/** Nearly no key has anything to escape. */
function escapeToken(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/**
 * Splits a JSON Pointer into its unescaped tokens; `''` is the document itself and gives `[]`.
 *
 * Shape: `'/commands/a~1b/0'` → `['commands', 'a/b', '0']`
 * @throws RangeError when a non-empty pointer does not start with `/`.
 * @see RFC 6901 §4
 */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') {
    return [];
  }
  if (!pointer.startsWith('/')) {
    throw new RangeError(`A JSON Pointer is empty or starts with "/": ${JSON.stringify(pointer.slice(0, 40))}`);
  }
  return pointerTokens(pointer);
}

/** The tokens of a pointer that was made by `joinPointer`. */
export function pointerTokens(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer without its last token; `''` stays `''`. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}
