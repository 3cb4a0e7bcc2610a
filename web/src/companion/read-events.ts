import type { CallEvent, DiscoveryEvent } from '@atip/companion';
import { createSseParser, type SseMessage } from './sse.ts';

/** `?`: may be absent. */
type FieldKind = 'string' | 'number' | 'boolean' | 'object' | 'number?' | 'string|null';

/** Fields that the page relies on, with their kinds; `counts.read` is a field of `counts`. */
type Fields = Readonly<Record<string, FieldKind>>;

const CALL_EVENTS: Readonly<Record<CallEvent['event'], Fields>> = {
  accepted: { id: 'string', check: 'object' },
  'confirmation-required': {
    id: 'string',
    hash: 'string',
    executable: 'string',
    argv: 'object',
    cwd: 'string',
    effects: 'object',
    reasons: 'object',
    expiresIn: 'number',
    where: 'string',
  },
  confirmed: { id: 'string' },
  stdout: { text: 'string' },
  stderr: { text: 'string' },
  exit: { duration: 'number', timedOut: 'boolean', truncated: 'boolean' },
  result: { success: 'boolean', content: 'string', message: 'object' },
  error: { title: 'string', detail: 'string', code: 'string' },
};

const DISCOVERY_EVENTS: Readonly<Record<DiscoveryEvent['event'], Fields>> = {
  progress: { phase: 'string', done: 'number', total: 'number?' },
  found: {
    name: 'string',
    version: 'string',
    description: 'string',
    origin: 'string',
    trust: 'string',
    executable: 'string|null',
    hash: 'string',
    commands: 'number',
    issues: 'object',
  },
  skipped: { source: 'string', code: 'string', reason: 'string' },
  done: {
    found: 'number',
    'counts.read': 'number',
    'counts.cached': 'number',
    'counts.asked': 'number',
    duration: 'number',
  },
  error: { title: 'string', detail: 'string', code: 'string' },
};

/**
 * Reads one server-sent message; `undefined` for events of a newer companion.
 *
 * @throws TypeError when a known event does not have its fields, SyntaxError when it is no JSON: a broken companion must not
 * look like a quiet one
 */
type ReadEvent<Event> = (message: SseMessage) => Event | undefined;

/** Reads the events of `POST /calls`. */
export const readCallEvent = readerOf<CallEvent>(CALL_EVENTS);

/** Reads the events of `POST /discoveries`. */
export const readDiscoveryEvent = readerOf<DiscoveryEvent>(DISCOVERY_EVENTS);

function readerOf<Event>(events: Readonly<Record<string, Fields>>): ReadEvent<Event> {
  return ({ event, data }) => {
    const fields = Object.hasOwn(events, event) ? events[event] : undefined;
    if (fields === undefined) return undefined;
    const value: unknown = JSON.parse(data);
    for (const [field, kind] of Object.entries(fields)) {
      const found = field.split('.').reduce(member, value);
      if (!isOf(kind, found)) throw new TypeError(`The companion's event "${event}" has no ${kind} "${field}".`);
    }
    // Name and fields were just checked.
    return { event, data: value } as Event;
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isOf(kind: FieldKind, value: unknown): boolean {
  if (kind === 'number?') return value === undefined || typeof value === 'number';
  if (kind === 'string|null') return value === null || typeof value === 'string';
  return value !== null && typeof value === kind;
}

/**
 * Reads the events of an answer until the companion ends it.
 *
 * @param read gives the event of a message, or `undefined` for one to pass over
 * @throws TypeError when the companion breaks its contract, RangeError for an endless message, and whatever the
 * connection fails with (`AbortError` when the page gave up on it)
 */
export async function readEvents<Event>(
  body: ReadableStream<Uint8Array>,
  read: ReadEvent<Event>,
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
