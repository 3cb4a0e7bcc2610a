/** What a route streams: `event:` is the tag, `data:` the rest as JSON. */
export interface StreamEvent {
  /** Letters and hyphens. */
  readonly event: string;
  readonly data: unknown;
}

/** Writes one event as `text/event-stream` has it; JSON has no line breaks outside strings, so `data:` is one line. */
export function encodeEvent({ event, data }: StreamEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Answers with events as they happen.
 *
 * @param produce sends events until its promise settles, which ends the response.
 * @param onDisconnect called when the client is gone before that.
 */
export function eventStreamResponse<Event extends StreamEvent>(
  produce: (emit: (event: Event) => void) => Promise<void>,
  onDisconnect: () => void,
): Response {
  const encoder = new TextEncoder();
  let open = true;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const emit = (event: Event): void => {
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
