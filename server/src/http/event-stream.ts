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
  let open = true;
  let full: { readonly room: Promise<void>; readonly announce: () => void } | undefined;
  const announceRoom = (): void => {
    full?.announce();
    full = undefined;
  };
  const source = {
    start(controller: ReadableStreamDefaultController<Uint8Array>) {
      const emit: EmitEvent<Event> = (event) => {
        if (!open) return undefined;
        controller.enqueue(encoder.encode(encodeEvent(event)));
        if ((controller.desiredSize ?? 0) > 0) return undefined;
        full ??= createRoom();
        return full.room;
      };
      // Not awaited here: the stream must be readable while events are still being produced.
      produce(emit).then(
        () => {
          if (open) controller.close();
          // A closed stream pulls no more, so a waiting producer would wait for ever.
          announceRoom();
        },
        (error: unknown) => {
          if (open) controller.error(error);
          announceRoom();
        },
      );
    },
    // Called when the client has read and fewer bytes than the mark are left.
    pull: announceRoom,
    cancel() {
      open = false;
      announceRoom();
      onDisconnect();
    },
  };
  const stream = new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING }));
  return new Response(stream, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

function createRoom(): { readonly room: Promise<void>; readonly announce: () => void } {
  let announce = (): void => undefined;
  const room = new Promise<void>((resolve) => {
    announce = resolve;
  });
  return { room, announce };
}
