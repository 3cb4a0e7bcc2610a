/** Characters that change how text looks without being seen: controls, bidirectional marks, zero widths, tags. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Makes every unseen character visible, for text that a person is about to approve.
 *
 * Shape: `"a\u001b[2Jb"` → `"a\\u{1b}[2Jb"`; line feed and tab become `\n` and `\t`. A backslash stays as it is.
 */
export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, escaped);
}

/** Like `visibleText`, but line feeds and tabs do their work: for the output of a process. */
export function visibleOutput(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(UNSEEN, (unit) => (unit === '\n' || unit === '\t' ? unit : escaped(unit)));
}

function escaped(unit: string): string {
  if (unit === '\n') return '\\n';
  if (unit === '\t') return '\\t';
  return `\\u{${(unit.codePointAt(0) ?? 0).toString(16)}}`;
}
