import { isRecord } from '../json/is-record.ts';

/** Whether a value has one of the types of JSON Schema that are named; any value does where none is. */
export function hasType(value: unknown, types: readonly unknown[]): boolean {
  return types.length === 0 || types.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
