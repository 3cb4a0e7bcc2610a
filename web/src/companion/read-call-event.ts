import type { CallEvent } from '@atip/companion';
import type { SseMessage } from './sse.ts';

type EventName = CallEvent['event'];
type FieldKind = 'string' | 'number' | 'boolean' | 'object';

/** The fields that the page relies on, with their kinds; `contract.ts` of the companion has the rest. */
const FIELDS: Readonly<Record<EventName, Readonly<Record<string, FieldKind>>>> = {
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
export function readCallEvent({ event, data }: SseMessage): CallEvent | undefined {
  if (!Object.hasOwn(FIELDS, event)) return undefined;
  const value: unknown = JSON.parse(data);
  // hasOwn above: the name is one of the table's keys.
  for (const [field, kind] of Object.entries(FIELDS[event as EventName])) {
    const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
    if (typeof found !== kind || found === null) {
      throw new TypeError(`The companion's event "${event}" has no ${kind} "${field}".`);
    }
  }
  // Name and fields were just checked against the contract.
  return { event, data: value } as CallEvent;
}
