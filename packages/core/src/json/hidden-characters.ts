/**
 * Characters that a model reads and a person does not see: zero-width and tag characters, bidirectional and terminal
 * controls, NUL, line and paragraph separators, variation selectors, noncharacters. This is the only list:
 * parsing, compiling and prompts take these characters out of texts, and leave out a command with them in its names.
 *
 * Allowed are tabs and line breaks, selectors of an emoji's look, joiners within emoji, and joiners and word breaks
 * after letters of scripts that need them (Arabic to Myanmar, Khmer). The second of two in a row is not allowed.
 */
const HIDDEN =
  /[\p{DI}\p{Cc}\p{NChar}\u2028\u2029\ufff9-\ufffb\u{13430}-\u{1343f}](?<![\t\n]|\r(?=\n)|\p{Emoji}[\ufe0e\ufe0f]|(?:[\p{ExtPict}\p{EMod}]|\p{Emoji}\ufe0f)\u200d(?=\p{ExtPict})|[\u061d-\u109f\u1780-\u17b3\u17b6-\u17ff][\u200b-\u200d])/gu;

/** Most texts match this and hide nothing. */
const PLAIN = /^[\t\n -~]*$/;
const PLAIN_LINE = /^[ -~]*$/;

/** True for one line of printable ASCII, in which nothing hides. */
export function isPlainLine(text: string): boolean {
  return PLAIN_LINE.test(text);
}

/** Characters that break a line, or move its columns. */
const BREAK = /[\t\n\r]/g;

/** A line separator that terminals and editors treat differently. */
const ODD_BREAK = /[\u2028\u2029]|\r(?!\n)/g;

/**
 * Names the first three hidden characters of a text, `U+200B U+202E U+E0041`; empty without any.
 *
 * @param isLine true: a name, in which tabs and line breaks count too, because they hide the rest
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

/** Stops after three: a text may contain millions. */
function firstThree(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (const [one] of text.matchAll(pattern)) if (found.push(one) === 3) break;
  return found;
}

/** The text that a person sees. @param isLine true: a name, on one line */
export function withoutHidden(text: string, isLine = false): string {
  const seen = text.replace(ODD_BREAK, '\n').replace(HIDDEN, '');
  return isLine ? seen.replace(BREAK, ' ').trim() : seen;
}

/** A document's text as it is sent to a model: the characters that a person sees. @param isLine true: on one line */
export function modelText(text: string, isLine = false): string {
  return (isLine ? PLAIN_LINE : PLAIN).test(text) ? text : withoutHidden(toWellFormed(text), isLine);
}

/** Controls, format characters, line separators and halves of characters; the inside of a character class. */
export const CONTROLS = '\\p{C}\\p{Zl}\\p{Zp}';

/**
 * Characters that a terminal or a page does not show, or that move, colour or reorder the others: controls, format and
 * bidirectional characters, separators, blanks other than the space, characters drawn as nothing. The only list of
 * them.
 */
export const UNSEEN: RegExp = /(?! )[\p{C}\p{Z}\p{DI}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu;

/**
 * Escapes invisible characters, line breaks and tabs included, without losing any text. The only place that does this.
 *
 * Shape: `"a\u001b[2J\nb"` → `"a\\u{1b}[2J⏎b"`
 * @param write writes one character. Absent: as above
 */
export function escapeUnseen(text: string, write: (character: string) => string = byCodePoint): string {
  return text.replace(UNSEEN, write);
}

function byCodePoint(character: string): string {
  if (character === '\n') return '⏎';
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** Escapes what is invisible in a text of JSON as JSON does, so that it reads as the same value. */
export function visibleJson(json: string): string {
  const unit = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return escapeUnseen(json, (character) => character.split('').map(unit).join(''));
}

/** Half of a surrogate pair: it is no character and has no UTF-8 form, so encoders change or refuse it. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** The first lone surrogate in a text, if any. */
export function loneSurrogateIn(text: string): string | undefined {
  return LONE_SURROGATE.exec(text)?.[0];
}

/** The text with U+FFFD for every half of a surrogate pair. */
export function toWellFormed(text: string): string {
  return LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, '\ufffd') : text;
}
