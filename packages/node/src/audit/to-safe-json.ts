/**
 * Characters that change how others are shown, or that end a line for some program: controls, which JSON escapes only in
 * part, what turns the direction of writing, separators, what is meant to be invisible, and private ones.
 */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Writes a value as JSON on one line that shows what it holds in any terminal and viewer.
 *
 * Shape: { a: "x\u202ey" } → {"a":"x\\u202ey"}
 * Reading it as JSON gives the same value. Keys keep their order.
 */
export function toSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, escapeUnits);
}

function escapeUnits(text: string): string {
  return [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}
