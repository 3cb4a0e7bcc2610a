import { getOwn } from './is-record.ts';

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

/** Almost no key needs escaping. */
function escapeToken(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/**
 * The unescaped tokens of a pointer that was made by `joinPointer`; `''` is the document itself and gives `[]`.
 *
 * Shape: `'/commands/a~1b/0'` → `['commands', 'a/b', '0']`
 * @see RFC 6901 §4
 */
export function pointerTokens(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer without its last token; `''` stays `''`. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** Follows pointer tokens through own properties; `undefined` where one is missing. */
export function valueAt(value: unknown, tokens: readonly string[]): unknown {
  let current = value;
  for (const token of tokens) {
    if (typeof current !== 'object' || current === null) {
      return undefined;
    }
    current = getOwn(current, token);
  }
  return current;
}
