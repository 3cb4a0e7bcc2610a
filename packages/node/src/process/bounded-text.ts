/** Bytes of one stream on their way to text, up to a limit. */
export interface BoundedText {
  /** Takes the next bytes; false once the limit is passed, and from then on they are dropped. */
  push(chunk: Uint8Array): boolean;
  /** Everything that was kept. */
  end(): string;
}

/**
 * Decodes a stream of UTF-8 up to a number of bytes.
 *
 * Characters may be split over chunks; invalid bytes become U+FFFD. A character that the limit cuts in two is dropped.
 * @param onText gets each decoded piece as it becomes complete.
 */
export function createBoundedText(maxBytes: number, onText: (text: string) => void): BoundedText {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let left = maxBytes;
  let over = false;
  let kept = '';
  const keep = (text: string): void => {
    if (text === '') return;
    kept += text;
    onText(text);
  };
  return {
    push(chunk) {
      if (over) return false;
      over = chunk.byteLength > left;
      keep(decoder.decode(over ? chunk.subarray(0, left) : chunk, { stream: true }));
      left -= Math.min(chunk.byteLength, left);
      return !over;
    },
    end() {
      if (!over) keep(decoder.decode());
      return kept;
    },
  };
}
