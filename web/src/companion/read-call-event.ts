import type { CallEvent } from '@atip/companion';
import { checkEvent, type Fields } from './check-event.ts';
import type { SseMessage } from './sse.ts';

type EventName = CallEvent['event'];

/** The fields that the page relies on, with their kinds; `contract.ts` of the companion has the rest. */
const FIELDS: Readonly<Record<EventName, Fields>> = {
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

/**
 * Reads one server-sent message of `POST /calls`; `undefined` for events of a newer companion.
 *
 * @throws TypeError when a known event does not have its fields: a broken companion must not look like a quiet one
 */
export function readCallEvent(message: SseMessage): CallEvent | undefined {
  const { event } = message;
  if (!Object.hasOwn(FIELDS, event)) return undefined;
  // hasOwn above: the name is one of the table's keys.
  const data = checkEvent(message, FIELDS[event as EventName]);
  // Name and fields were just checked against the contract.
  return { event, data } as CallEvent;
}
