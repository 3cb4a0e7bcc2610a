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
