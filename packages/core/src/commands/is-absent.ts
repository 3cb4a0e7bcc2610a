/**
 * Whether a call's value for a parameter gives nothing: strict schemas say null for it, and an empty list names nothing.
 * Without its operands a command is another one, often one for everything.
 */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
