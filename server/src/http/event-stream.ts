/** One event of a stream: `event:` is the tag, `data:` the rest as JSON. */
export interface StreamEvent {
  /** Letters and hyphens. */
  readonly event: string;
  readonly data: unknown;
}

/** Writes one event in the form of `text/event-stream`; JSON has no line breaks outside strings, so `data:` is one line. */
export function encodeEvent({ event, data }: StreamEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Bytes that may wait for a client before the producer has to wait as well, 64 KiB. */
export const MAX_WAITING = 65_536;

/**
 * Sends one event. Returns a promise when more than `MAX_WAITING` bytes wait; it resolves once they are fewer, or the client is gone. A
 * caller that does not wait loses nothing, but memory grows without bound.
 */
export type EmitEvent<Event extends StreamEvent> = (event: Event) => Promise<void> | undefined;

/** Streams the events of `produce` until it settles; calls `onDisconnect` when the client leaves earlier. */
export function eventStreamResponse<Event extends StreamEvent>(
  produce: (emit: EmitEvent<Event>) => Promise<void>,
  onDisconnect: () => void,
): Response {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING }),
  );
  const writer = writable.getWriter();
  const isGone = (): undefined => undefined;
  const emit: EmitEvent<Event> = (event) => {
    writer.write(encoder.encode(encodeEvent(event))).catch(isGone);
    // Without a size the client is gone.
    return (writer.desiredSize ?? 1) > 0 ? undefined : writer.ready.catch(isGone);
  };
  writer.closed.catch(onDisconnect);
  // Not awaited: the stream must be readable while events are still being produced.
  produce(emit)
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
    .catch(isGone);
  return new Response(readable, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}
