import type { AtipValidationError } from '../errors/bridge-errors.ts';
import { isRecord } from '../json/is-record.ts';
import { documentError } from './document-error.ts';

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
  const at = '/effects';
  const fields = assertRecord(effects, pointer, at);
  const { network, subprocess, idempotent, reversible, destructive, filesystem, cost } = fields;
  assertStatement(network, pointer, at, '/network');
  assertStatement(subprocess, pointer, at, '/subprocess');
  assertStatement(idempotent, pointer, at, '/idempotent');
  assertStatement(reversible, pointer, at, '/reversible');
  assertStatement(destructive, pointer, at, '/destructive');
  if (filesystem !== undefined) {
    const below = `${at}/filesystem`;
    const files = assertRecord(filesystem, pointer, below);
    for (const name of ['read', 'write', 'delete']) assertStatement(files[name], pointer, below, `/${name}`);
  }
  if (cost !== undefined) {
    const below = `${at}/cost`;
    assertStatement(assertRecord(cost, pointer, below)['billable'], pointer, below, '/billable');
  }
}

/** Joins the place only for an error: a sound document has thousands of statements. */
function assertStatement(value: unknown, pointer: string, below: string, name: string): void {
  if (value !== undefined && typeof value !== 'boolean')
    throw invalid(pointer + below + name, 'must be true or false', value);
}

/** The value as a record. @throws AtipValidationError when it is none. */
export function assertRecord(value: unknown, pointer: string, below = ''): Record<string, unknown> {
  if (!isRecord(value)) throw invalid(pointer + below, 'must be an object', value);
  return value;
}

/** An error about the value at a JSON Pointer of a tool's document. */
export function invalid(pointer: string, problem: string, value: unknown): AtipValidationError {
  return documentError('The metadata cannot be compiled', pointer, problem, value);
}
