/** Server-sent events out of a stream of text, as the WHATWG HTML standard 9.2.6 reads them; without ids and retries. */

export interface SseMessage {
  /** Absent `event:` lines mean `"message"`. */
  readonly event: string;
  readonly data: string;
}

/** Longest unfinished message kept, in UTF-16 units; a companion sends pieces far below it. */
const MAX_PENDING = 16_777_216;

/**
 * A parser for one stream. A message left unfinished at the end of the stream is dropped, as the standard asks.
 *
 * @throws RangeError when a message grows beyond 16 Mi units
 */
export function createSseParser() {
  let pending = '';
  let event = '';
  let data: string[] = [];
  const readLine = (line: string): SseMessage | undefined => {
    if (line === '') {
      const message = data.length > 0 ? { event: event || 'message', data: data.join('\n') } : undefined;
      event = '';
      data = [];
      return message;
    }
    // Comments start with a colon and so have an empty field name.
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    return undefined;
  };
  return {
    /** The messages completed by this piece. */
    push: (chunk: string): readonly SseMessage[] => {
      const text = pending + chunk;
      // A carriage return at the very end may be half of a CRLF: it waits for the next piece.
      const usable = text.endsWith('\r') ? text.slice(0, -1) : text;
      const lines = usable.split(/\r\n|\r|\n/);
      pending = (lines.pop() ?? '') + text.slice(usable.length);
      if (pending.length > MAX_PENDING) throw new RangeError('The companion sent an event longer than 16 MiB.');
      return lines.map(readLine).filter((message) => message !== undefined);
    },
  };
}
