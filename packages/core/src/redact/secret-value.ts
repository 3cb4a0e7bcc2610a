/** Types, placeholders and literals that stand where a value would: `token: string` hides nothing. */
const PLAIN_WORDS =
  'string|str|number|int|integer|boolean|bool|any|unknown|object|null|nil|none|undefined|true|false|flag|option|value|required|optional|is|or|and|to|for|from|in|with|include|omit|same-origin';
/** What is no such word comes next. */
export const NOT_PLAIN: string = `(?!&?(?:${PLAIN_WORDS})(?:[\\s,;:.)}|\\]"'<\\\\]|$)|\\[(?:[\\s"'\\][{]|$))`;

/** The quote that may open a value; in JSON inside JSON it is escaped. */
export const OPENING_QUOTE: string = `(?:\\\\"|["'])?`;

/** `=`, `:`, `:=`, `=>`, `==` after a key that may end in a quote, and the quote that may open the value. */
export const SEPARATOR: string = `\\\\?["']?[ \\t]{0,3}(?:=>|:=|={1,3}(?!=)|:(?!:))[ \\t]{0,24}(?:b(?=["']))?${OPENING_QUOTE}`;

const LINE_KEY = '(?:pass(?:word|wd|phrase)|secret|token|(?:api|access|private)[ _-]?key)';

/** A key at the end of a line, after which its value may stand on the next one. */
const KEY_AND_BREAK = `${LINE_KEY}\\\\?["']?[ \\t]{0,3}[:=][ \\t]{0,8}(?:[|>][+-]?[ \\t]{0,3})?\\n`;

/** The words that end a setting's name, for a secret. */
const NAMED_SECRET = '(?:pass(?:word|wd|phrase)|pwd|secret|token|(?:api|access|private|secret)[ _-]?key)';

/** `name: DB_PASSWORD`, up to the end of that name; what tells it from a text is what stands before. */
const SETTING_NAME = `${NAMED_SECRET}(?<=(?:name|key)\\\\?["']?[ \\t]{0,3}[:=][ \\t]{0,3}\\\\?["']?[\\w.-]{0,64}${NAMED_SECRET})\\\\?["']?,?[ \\t]{0,8}`;

/** A text whose last line ends in such a key, or in the name of a setting whose value comes next. */
export const OPEN_LINE: RegExp = new RegExp(`(?:${KEY_AND_BREAK}|${SETTING_NAME}\\n)$`, 'i');

/**
 * A key at the end of a line with its value, which is the one word of the next line: of eight characters, or four with one
 * that is no letter. What ends in a punctuation mark or is a key again is no value.
 */
export const VALUE_ON_NEXT_LINE: string = `(${KEY_AND_BREAK}[ \\t]{0,40}["']?)${NOT_PLAIN}(?![-<{[#|])(?=\\W{0,8}\\w)(?=[^\\s"']{8}|[A-Za-z]{0,7}[^\\sA-Za-z"'])[^\\s"']{4,4096}(?<![:,.;!?([{>]|${LINE_KEY}=)(?=["']?[ \\t]{0,8}(?:\\n|$))`;

/** A value after a quote runs to the next one; without one it runs to white space, or to a delimiter that visibly separates. */
export const SECRET_VALUE: string = [
  `(?<=\\\\")[^"\\\\\\n]{1,4096}`,
  `(?<=[^\\\\]")(?:[^"\\\\\\n]|\\\\.){1,4096}`,
  `(?<=')(?:[^'\\\\\\n]|\\\\.){1,4096}`,
  `(?<!["'])${NOT_PLAIN}(?:[^\\s"'\`<>&,;{}()\\\\]|\\\\(?!["'])|[&,;{}()](?![\\s"'&,;{}()\\\\]|[\\w.-]{1,64}=|$)){1,4096}`,
].join('|');

/** From the name of a setting to its value, beside it or on the next line. */
export const VALUE_OF_SETTING: string = `(${SETTING_NAME}\\n?[ \\t]{0,40}\\\\?["']?value\\\\?${SEPARATOR})(?:${SECRET_VALUE})`;
