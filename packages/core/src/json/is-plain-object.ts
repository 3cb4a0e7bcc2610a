import { isRecord } from './is-record.ts';

/** Whether a value is an object whose fields are its own: not an array, nor of a kind such as `Map`, which keeps what it holds elsewhere. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.prototype.toString.call(value) === '[object Object]';
}
