import type { CallEvent } from '../routes/call-schemas.ts';
import type { StreamEvent } from '../http/event-stream.ts';

/** Reads a response's events one by one, as they arrive. */
export interface EventReader<Event extends StreamEvent = CallEvent> {
  /** The next event, which must be of this kind. */
  next<Kind extends Event['event']>(kind: Kind): Promise<EventData<Kind, Event>>;
  /** All remaining events, by name and data. */
  rest(): Promise<{ event: string; data: unknown }[]>;
  /** Closes the connection, like a client that leaves. */
  cancel(): Promise<void>;
}

/** The data of one kind of event. */
type EventData<Kind, Event> = Event extends { readonly event: infer Tag; readonly data: infer Data }
  ? Kind extends Tag
    ? Data
    : never
  : never;

interface RawEvent {
  readonly event: string;
  readonly data: unknown;
}

/** @throws when the response is not an event stream. */
export function readEvents<Event extends StreamEvent = CallEvent>(response: Response): EventReader<Event> {
  if (response.body === null || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw new Error(`Expected an event stream, got status ${response.status}.`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';
  const read = async (): Promise<RawEvent | undefined> => {
    for (;;) {
      const end = buffered.indexOf('\n\n');
      if (end >= 0) {
        const block = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        return parseBlock(block);
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      buffered += value;
    }
  };
  return {
    async next(kind) {
      const found = await read();
      if (found?.event !== kind) throw new Error(`Expected ${kind}, got ${JSON.stringify(found)}.`);
      // The companion's own types give the data of an event of this name; the test checks it next.
      return found.data as never;
    },
    async rest() {
      const events: RawEvent[] = [];
      for (let found = await read(); found !== undefined; found = await read()) events.push(found);
      return events;
    },
    cancel: () => reader.cancel(),
  };
}

function parseBlock(block: string): RawEvent {
  const match = /^event: ([a-z-]+)\ndata: (.+)$/.exec(block);
  if (match?.[1] === undefined || match[2] === undefined) throw new Error(`Not an event: ${JSON.stringify(block)}`);
  return { event: match[1], data: JSON.parse(match[2]) };
}
