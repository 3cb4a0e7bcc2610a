/** Half of a surrogate pair: no character, and without a form in UTF-8, so whoever encodes it changes or refuses it. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** The first half of a surrogate pair that stands alone in a text, if any. */
export function loneSurrogateIn(text: string): string | undefined {
  return LONE_SURROGATE.exec(text)?.[0];
}

/** The text with U+FFFD for every half of a surrogate pair. */
export function toWellFormed(text: string): string {
  return LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, '\ufffd') : text;
}
