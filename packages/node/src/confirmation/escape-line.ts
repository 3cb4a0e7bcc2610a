/**
 * What a reader does not see, or what moves, colours or reorders what they see: controls, format and bidirectional characters,
 * separators, blanks other than the space, and characters that are drawn as nothing.
 */
const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Makes a name or a path of unknown origin safe to print, on one line; nothing of it is lost.
 *
 * Shape: `"a\u001b[2J\nb"` → `"a\\u{1b}[2J\\u{a}b"`
 */
export function escapeLine(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
