export const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The offset after the quotation mark that ends the JSON string at `start`, or after the text when none does. */
export function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) {
      return index + 1;
    }
    index += unit === BACKSLASH ? 2 : 1;
  }
  return text.length;
}
