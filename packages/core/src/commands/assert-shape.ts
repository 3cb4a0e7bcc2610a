import { AtipValidationError } from '../errors/bridge-errors.ts';
import { isRecord } from '../json/is-record.ts';
import { parsePointer } from '../json/pointer.ts';

const STATEMENTS = ['network', 'subprocess', 'idempotent', 'reversible', 'destructive'] as const;
const FILE_STATEMENTS = ['read', 'write', 'delete'] as const;

/**
 * Refuses effects whose statements are not true or false: `"destructive": "true"` must not compile to a command that
 * says nothing.
 *
 * @param pointer JSON Pointer of the node that has the effects
 * @throws AtipValidationError
 * @see ATIP 0.3 §3.6
 */
export function assertEffects(effects: unknown, pointer: string): void {
  if (effects === undefined) return;
  const fields = assertRecord(effects, `${pointer}/effects`);
  for (const name of STATEMENTS) assertBoolean(fields[name], `${pointer}/effects/${name}`);
  if (fields['filesystem'] !== undefined) {
    const at = `${pointer}/effects/filesystem`;
    const filesystem = assertRecord(fields['filesystem'], at);
    for (const name of FILE_STATEMENTS) assertBoolean(filesystem[name], `${at}/${name}`);
  }
  if (fields['cost'] !== undefined) {
    assertBoolean(
      assertRecord(fields['cost'], `${pointer}/effects/cost`)['billable'],
      `${pointer}/effects/cost/billable`,
    );
  }
}

/** The value as a record. @throws AtipValidationError when it is none. */
export function assertRecord(value: unknown, pointer: string): Record<string, unknown> {
  if (!isRecord(value)) throw invalid(pointer, 'must be an object', value);
  return value;
}

/** An error about the value at a JSON Pointer. */
export function invalid(pointer: string, problem: string, value: unknown): AtipValidationError {
  const path = parsePointer(pointer);
  return new AtipValidationError(`The ATIP metadata cannot be compiled: ${pointer || 'it'} ${problem}.`, path, value);
}

function assertBoolean(value: unknown, pointer: string): void {
  if (value !== undefined && typeof value !== 'boolean') throw invalid(pointer, 'must be true or false', value);
}
