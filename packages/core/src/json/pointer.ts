/**
 * Extends a JSON Pointer by keys and indexes.
 *
 * Shape: `('/commands', 'a/b', 0)` → `'/commands/a~1b/0'`
 * @see RFC 6901 §3
 */
export function joinPointer(base: string, ...keys: readonly (string | number)[]): string {
  let pointer = base;
  for (const key of keys) {
    pointer += `/${typeof key === 'number' ? key : key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return pointer;
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
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer without its last token; `''` stays `''`. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}
