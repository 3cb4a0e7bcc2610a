import { getOwn, setOwn } from './is-record.ts';
import { MAX_DEPTH, MAX_PATH_LENGTH } from './limits.ts';

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

const STEP = /\.[^.[\]'"]+|\[\d{1,6}\]|\[(["'])[^"'\\]*\1\]/g;

/**
 * Changes the value at a JSONPath, creating missing objects and arrays on the way.
 *
 * Shape: `({}, '$.a.b[0]', () => 1)` → true, and the object is `{ a: { b: [1] } }`.
 * Limits: one value at a time (no wildcards, no slices), paths of 2,048 UTF-16 units and 100 levels, and no array with
 * holes. Names are own properties, even `__proto__`.
 *
 * @param update gets the present value, or `undefined`
 * @returns false, and only empty containers are added, when the path is not supported or does not fit the data
 * @see RFC 9535 §2.7, whose normalised paths are read beside names with dots
 */
export function updateAtPath(root: object, path: string, update: (present: unknown) => unknown): boolean {
  const steps = path.length > MAX_PATH_LENGTH ? [] : (path.match(STEP) ?? []);
  if (`$${steps.join('')}` !== path || steps.length >= MAX_DEPTH) return false;
  const keys = steps.map((step) =>
    /^\[\d/.test(step) ? Number(step.slice(1, -1)) : step.replace(/^\.|^\[.|.\]$/g, ''),
  );
  let target = root;
  for (const [depth, key] of keys.entries()) {
    if (Array.isArray(target) ? typeof key !== 'number' || key > target.length : typeof key === 'number') return false;
    const name = String(key);
    const present = getOwn(target, name);
    const next = keys[depth + 1];
    if (next === undefined) {
      setOwn(target, name, update(present));
      return true;
    }
    const child = present === undefined ? (typeof next === 'number' ? [] : {}) : present;
    if (typeof child !== 'object' || child === null) return false;
    if (present === undefined) setOwn(target, name, child);
    target = child;
  }
  return false;
}
