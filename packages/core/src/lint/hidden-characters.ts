/**
 * What a person does not see and a model reads: zero-width and tag characters, bidirectional and terminal controls,
 * variation selectors.
 *
 * Let through are white space, selectors of an emoji's look, joiners within emoji, and within scripts that need them joiners
 * and breaks of words; of two in a row the second is none of these.
 */
const HIDDEN =
  /[\p{DI}\p{Cc}\ufff9-\ufffb](?<![\t\n\r]|\p{Emoji}[\ufe0e\ufe0f]|(?:[\p{ExtPict}\p{EMod}]|\p{Emoji}\ufe0f)\u200d(?=\p{ExtPict})|[\u061d-\u109f\u1780-\u17b3\u17b6-\u17ff][\u200b-\u200d])/gu;

/** Reorders or encodes text, or drives a terminal; nothing that slips into a text by accident. */
const HOSTILE = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}\p{Cc}]/u;

/** Hidden characters of one text. */
export interface HiddenCharacters {
  /** The first three, `U+200B U+202E U+E0041`; empty when there are none. */
  readonly names: string;
  /** True: they are no accident. */
  readonly hostile: boolean;
}

/** Names the hidden characters of a text. */
export function hiddenCharactersIn(text: string): HiddenCharacters {
  const found = text.match(HIDDEN) ?? [];
  const names = found.slice(0, 3).map((one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`);
  return { names: names.join(' '), hostile: found.length > 7 || HOSTILE.test(found.join('')) };
}

/** The text as a person sees it. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '');
}
