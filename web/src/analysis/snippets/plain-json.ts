/** Sign and emoji are told apart by U+FE0F, which therefore may stand after a sign. Line feeds are the indentation's own. */
const UNSEEN = /(?!\n)[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Z}|(?!\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{S})\ufe0f/gu;

/**
 * A value as indented JSON to paste anywhere: what nobody would see, such as U+202E, is written as `\u202e`.
 *
 * Neither `'''`, which ends a Python text, nor U+2028, which ended a line of JavaScript, nor `!`, which a shell may take for
 * its history, is in it; it reads back as the same value.
 */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(UNSEEN, (unseen) => unseen.split('').map(escaped).join(''))
    .replaceAll('!', escaped)
    .replaceAll("'''", "''\\u0027");
}

/** One UTF-16 unit as JSON escapes it. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
