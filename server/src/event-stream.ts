import type { CallEvent } from './contract.ts';

/** Writes one event as `text/event-stream` has it; JSON has no line breaks outside strings, so `data:` is one line. */
export function encodeEvent(event: CallEvent): string {
  return `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/**
 * Answers with the events of one call as they happen.
 *
 * @param produce sends events until its promise settles, which ends the response.
 * @param onDisconnect called when the client is gone before that.
 */
export function eventStreamResponse(
  produce: (emit: (event: CallEvent) => void) => Promise<void>,
  onDisconnect: () => void,
): Response {
  const encoder = new TextEncoder();
  let open = true;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const emit = (event: CallEvent): void => {
        if (open) controller.enqueue(encoder.encode(encodeEvent(event)));
      };
      // Not awaited here: the stream must be readable while events are still being produced.
      produce(emit).then(
        () => open && controller.close(),
        (error: unknown) => open && controller.error(error),
      );
    },
    cancel() {
      open = false;
      onDisconnect();
    },
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}
