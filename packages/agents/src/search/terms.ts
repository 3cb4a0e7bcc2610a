/**
 * The terms of a text, by which commands are found: words without endings, and without words that carry no meaning in a
 * request.
 *
 * Shape: `"Shows the logged changes"` → `["show", "log", "chang"]`. Texts of any script are split at other characters
 * than letters and digits.
 */
export function termsOf(text: string): string[] {
  return wordsOf(text)
    .map(termOf)
    .filter((term) => term !== '');
}

/** Longer ones are no words of a language. */
const MAX_WORD = 40;

/** The words of a text in any script, in lower case. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter(({ length }) => length <= MAX_WORD);
}

/** The term of a word in lower case; `""` for a meaningless one. */
export function termOf(word: string): string {
  return SILENT.has(word) ? '' : stem(word);
}

/** Words of English grammar, and words such as "this one" or "such as". */
const SILENT: ReadonlySet<string> = /* @__PURE__ */ new Set(
  `a an the of to in for and or with from by on is are it its this that these those as at be into out up any each which what how i my me
  we you your do does can should without using use used via if when than then so not no there their them they will would please want need
  specific specified specify specifying given certain particular multiple several some one two only also many etc e g ie example
  optionally additionally other another various different whether instead possible s t d`.split(/\s+/),
);

/**
 * A word without its ending, by rules that map `delete`, `deletes`, `deleted` and `deleting` to one stem. Stems are
 * never shown: they only have to be equal for words of one meaning. `running` stays as it is: a running container is a
 * state, not a request to run one.
 */
export function stem(word: string): string {
  if (word.length <= 3 || word === 'running') return word;
  let text = word;
  if (text.length > 4 && text.endsWith('ies')) text = `${text.slice(0, -3)}y`;
  else if (/(?:ss|x|z|ch|sh)es$/.test(text)) text = text.slice(0, -2);
  else if (text.endsWith('s') && !/(?:ss|us|is)$/.test(text)) text = text.slice(0, -1);
  if (text.length > 5 && /[aeiouy].*ing$/.test(text)) text = single(text.slice(0, -3));
  else if (text.length > 4 && /[aeiouy].*ed$/.test(text)) text = single(text.slice(0, -2));
  if (text.length > 4 && text.endsWith('e')) text = text.slice(0, -1);
  return text.length > 4 && text.endsWith('y') ? `${text.slice(0, -1)}i` : text;
}

/** `stopp` of `stopped` is `stop`. */
function single(text: string): string {
  return /([bdfgmnprt])\1$/.test(text) ? text.slice(0, -1) : text;
}
