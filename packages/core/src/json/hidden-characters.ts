/**
 * Characters that a model reads and a person does not see: zero-width and tag characters, bidirectional and terminal controls, NUL,
 * line and paragraph separators, variation selectors, noncharacters. The one list; every source of a document is held
 * against it when it is read.
 *
 * Allowed are tabs and line breaks, selectors of an emoji's look, joiners within emoji, and joiners and word breaks behind
 * letters of scripts that need them (Arabic to Myanmar, Khmer). The second of two in a row is none of these.
 */
const HIDDEN =
  /[\p{DI}\p{Cc}\p{NChar}\u2028\u2029\ufff9-\ufffb\u{13430}-\u{1343f}](?<![\t\n]|\r(?=\n)|\p{Emoji}[\ufe0e\ufe0f]|(?:[\p{ExtPict}\p{EMod}]|\p{Emoji}\ufe0f)\u200d(?=\p{ExtPict})|[\u061d-\u109f\u1780-\u17b3\u17b6-\u17ff][\u200b-\u200d])/gu;

/** Most texts: nothing in them can hide. */
const PLAIN = /^[\t\n -~]*$/;
const PLAIN_LINE = /^[ -~]*$/;

/** Characters that break a line, or move its columns. */
const BREAK = /[\t\n\r]/g;

/** A separator of lines that terminals and editors do not agree on. */
const ODD_BREAK = /[\u2028\u2029]|\r(?!\n)/g;

/**
 * Names the first three hidden characters of a text, `U+200B U+202E U+E0041`; empty when there are none.
 *
 * @param isLine true: a name, where tabs and line breaks hide the rest of it, too
 */
export function hiddenCharactersIn(text: string, isLine = false): string {
  if ((isLine ? PLAIN_LINE : PLAIN).test(text)) return '';
  const found = firstThree(text, HIDDEN);
  if (isLine) found.push(...firstThree(text, BREAK));
  return found
    .slice(0, 3)
    .map((one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
}

/** A text may have millions. */
function firstThree(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (const [one] of text.matchAll(pattern)) if (found.push(one) === 3) break;
  return found;
}

/** The text as a person sees it. @param isLine true: a name, on one line */
export function withoutHidden(text: string, isLine = false): string {
  const seen = text.replace(ODD_BREAK, '\n').replace(HIDDEN, '');
  return isLine ? seen.replace(BREAK, ' ').trim() : seen;
}

/**
 * Characters that a terminal or a page does not show, or that move, colour or reorder the others: controls, format and
 * bidirectional characters, separators, blanks other than the space, characters drawn as nothing.
 */
const UNSEEN = /(?! )[\p{C}\p{Z}\p{DI}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu;

/**
 * Escapes what nobody sees, line breaks and tabs included; nothing of the text is lost. The one place for this.
 *
 * Shape: `"a\u001b[2J\nb"` → `"a\\u{1b}[2J\\u{a}b"`
 * @param write writes one character. Absent: as above
 */
export function escapeUnseen(text: string, write: (character: string) => string = byCodePoint): string {
  return text.replace(UNSEEN, write);
}

function byCodePoint(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
