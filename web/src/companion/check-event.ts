import type { SseMessage } from './sse.ts';

/** `?`: may be absent. */
export type FieldKind = 'string' | 'number' | 'boolean' | 'object' | 'number?' | 'string|null';

export type Fields = Readonly<Record<string, FieldKind>>;

/**
 * Parses the data of an event and looks whether it has the fields that the page relies on.
 *
 * @throws TypeError when it does not, SyntaxError when it is no JSON: a broken companion must not look like a quiet one
 */
export function checkEvent({ event, data }: SseMessage, fields: Fields): unknown {
  const value: unknown = JSON.parse(data);
  checkFields(value, fields, event);
  return value;
}

/** @throws TypeError that names the field */
export function checkFields(value: unknown, fields: Fields, event: string): void {
  for (const [field, kind] of Object.entries(fields)) {
    const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
    if (!isOf(kind, found)) throw new TypeError(`The companion's event "${event}" has no ${kind} "${field}".`);
  }
}

function isOf(kind: FieldKind, value: unknown): boolean {
  if (kind === 'number?') return value === undefined || typeof value === 'number';
  if (kind === 'string|null') return value === null || typeof value === 'string';
  return value !== null && typeof value === kind;
}
