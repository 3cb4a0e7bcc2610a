import type { DiscoveryEvent } from '@atip/companion';
import { checkEvent, checkFields, type Fields } from './check-event.ts';
import type { SseMessage } from './sse.ts';

type EventName = DiscoveryEvent['event'];

/** The fields that the page relies on, with their kinds; `contract.ts` of the companion has the rest. */
const FIELDS: Readonly<Record<EventName, Fields>> = {
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
  done: { found: 'number', counts: 'object', duration: 'number' },
  error: { title: 'string', detail: 'string', code: 'string' },
};

const COUNTS: Fields = { read: 'number', cached: 'number', asked: 'number' };

/**
 * Reads one server-sent message of `POST /discoveries`; `undefined` for events of a newer companion.
 *
 * @throws TypeError when a known event does not have its fields: a broken companion must not look like a quiet one
 */
export function readDiscoveryEvent(message: SseMessage): DiscoveryEvent | undefined {
  const { event } = message;
  if (!Object.hasOwn(FIELDS, event)) return undefined;
  // hasOwn above: the name is one of the table's keys.
  const data = checkEvent(message, FIELDS[event as EventName]);
  // Name and fields were just checked against the contract; what `done` counts is looked at next.
  const known = { event, data } as DiscoveryEvent;
  if (known.event === 'done') checkFields(known.data.counts, COUNTS, event);
  return known;
}
