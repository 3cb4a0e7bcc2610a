import type { CallEvent } from '@atip/companion';
import { readCallEvent } from './read-call-event.ts';
import { createSseParser } from './sse.ts';

/**
 * Reads the events of a running call until the companion ends the stream.
 *
 * @throws TypeError when the companion breaks its contract, RangeError for an endless message, and whatever the
 * connection fails with (`AbortError` when the page gave up on it)
 */
export async function readCallEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: CallEvent) => void,
): Promise<void> {
  const parser = createSseParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      for (const message of parser.push(decoder.decode(piece.value, { stream: true }))) {
        const event = readCallEvent(message);
        if (event !== undefined) onEvent(event);
      }
    }
  } finally {
    reader.releaseLock();
  }
}
