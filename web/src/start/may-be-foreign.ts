/** UTF-16 units of a document that decide whether it is worth asking what it is. */
const SHOWN_BY = 20_000;
/** Shorter texts are still being typed. */
const MIN_LENGTH = 40;

/** Cheap, for every keystroke: false for ATIP and for a text that may become ATIP. */
export function mayBeForeign(text: string): boolean {
  const start = text.slice(0, SHOWN_BY).trimStart();
  return start.length >= MIN_LENGTH && !start.includes('"atip');
}
