import { isRecord } from './is-record.ts';

/** The value if it is an object, else an empty one: for looking into foreign data whose parts may be missing. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
