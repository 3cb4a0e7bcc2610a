import { isRecord } from '../json/is-record.ts';
import { getOwn, setOwn } from '../json/own-property.ts';

/**
 * Lays one JSON value over another: objects key by key, null removes, everything else replaces.
 *
 * Shape: `({ a: 1, b: { c: 2 } }, { a: null, b: { d: 3 } })` → `{ b: { c: 2, d: 3 } }`. Neither is changed.
 * @see RFC 7396
 */
export function mergeFields(before: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const merged: Record<string, unknown> = isRecord(before) ? { ...before } : {};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete merged[key];
    else setOwn(merged, key, mergeFields(getOwn(merged, key), value));
  }
  return merged;
}
