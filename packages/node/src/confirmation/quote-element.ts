import { escapeLine } from './escape-line.ts';

/**
 * Writes one element of an argv so that no two elements look the same: quoted as JSON, with all that is invisible escaped.
 *
 * Shape: `"a\u200bb"` → `"\"a\\u{200b}b\""`
 */
export function quoteElement(text: string): string {
  return escapeLine(JSON.stringify(text));
}
