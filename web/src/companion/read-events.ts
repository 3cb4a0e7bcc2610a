import { createSseParser, type SseMessage } from './sse.ts';

/**
 * Reads the events of an answer until the companion ends it.
 *
 * @param read the event that a message is, or `undefined` for one to pass over
 * @throws TypeError when the companion breaks its contract, RangeError for an endless message, and whatever the
 * connection fails with (`AbortError` when the page gave up on it)
 */
export async function readEvents<Event>(
  body: ReadableStream<Uint8Array>,
  read: (message: SseMessage) => Event | undefined,
  onEvent: (event: Event) => void,
): Promise<void> {
  const parser = createSseParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      for (const message of parser.push(decoder.decode(piece.value, { stream: true }))) {
        const event = read(message);
        if (event !== undefined) onEvent(event);
      }
    }
  } finally {
    reader.releaseLock();
  }
}
