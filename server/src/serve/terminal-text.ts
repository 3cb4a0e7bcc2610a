/** What moves, colours or hides text in a terminal: controls, format and bidirectional characters, separators. */
const CONTROLS = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Makes text of unknown origin safe to print on a terminal; lines stay lines.
 *
 * Shape: `"a\u001b[2Jb"` → `"a\\u{1b}[2Jb"`
 */
export function terminalText(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same on one line. */
export function terminalLine(text: string): string {
  return terminalText(text).replaceAll('\n', '\\n');
}
