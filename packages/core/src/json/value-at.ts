import { getOwn } from './own-property.ts';

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
