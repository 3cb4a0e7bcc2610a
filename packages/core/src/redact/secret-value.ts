/** Types, placeholders and literals that stand where a value would: `token: string` hides nothing. */
const PLAIN_WORDS =
  'string|str|number|int|integer|boolean|bool|any|unknown|object|null|nil|none|undefined|true|false|flag|option|value|required|optional|is|or|and|to|for|from|in|with|include|omit|same-origin';
const NOT_PLAIN = `(?!&?(?:${PLAIN_WORDS})(?:[\\s,;:.)}|\\]"'<\\\\]|$)|\\[(?:[\\s"'\\][{]|$))`;

/** The quote that may open a value; in JSON inside JSON it is escaped. */
export const OPENING_QUOTE: string = `(?:\\\\"|["'])?`;

/** `=`, `:`, `:=`, `=>` after a key that may end in a quote, and the quote that may open the value. */
export const SEPARATOR: string = `\\\\?["']?[ \\t]{0,3}(?:=>|:=|[=:])[ \\t]{0,3}${OPENING_QUOTE}`;

/** A value after a quote runs to the next one; without one it runs to white space, or to a delimiter that visibly separates. */
export const SECRET_VALUE: string = [
  `(?<=\\\\")[^"\\\\\\n]{1,4096}`,
  `(?<=[^\\\\]")(?:[^"\\\\\\n]|\\\\.){1,4096}`,
  `(?<=')(?:[^'\\\\\\n]|\\\\.){1,4096}`,
  `(?<!["'])${NOT_PLAIN}(?:[^\\s"'\`<>&,;{}()\\\\]|\\\\(?!["'])|[&,;{}()](?![\\s"'&,;{}()\\\\]|[\\w.-]{1,64}=|$)){1,4096}`,
].join('|');
