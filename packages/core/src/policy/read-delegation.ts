import { documentError } from '../commands/document-error.ts';
import { COST_ESTIMATES } from '../effects/merge-effects.ts';
import type { AtipValidationError } from '../errors/bridge-errors.ts';
import { isPlainObject } from '../json/is-plain-object.ts';
import { isRecord } from '../json/is-record.ts';
import { valueAt } from '../json/value-at.ts';
import type { AtipEffects } from '../types/effects.ts';

/** A delegation after reading: nothing in it was left aside. */
export interface DelegationRules {
  /** Absent: all. */
  readonly allowedTools?: ReadonlySet<string>;
  readonly deniedCommands: readonly string[];
  readonly meets: (effects: AtipEffects) => boolean;
}

const HARMS =
  'destructive network subprocess filesystem/read filesystem/write filesystem/delete interactive/prompts interactive/tty cost/billable';

/** The values that a restriction can take, best first: it accepts its own and the better ones. */
const ACCEPTED: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ...HARMS.split(' ').map((field): [string, readonly unknown[]] => [field, [false]]),
  ['reversible', [true]],
  ['idempotent', [true]],
  ['interactive/stdin', ['none', 'optional', 'required', 'password']],
  ['cost/estimate', COST_ESTIMATES],
]);

/**
 * Reads a delegation; a guard that cannot be read is an error, since leaving it aside would allow what it forbids.
 *
 * @throws AtipValidationError naming the first field that is unknown or of the wrong type; a field that is there and
 * `undefined` is
 * @see ATIP 0.3 §10.2
 */
export function readDelegation(delegation: unknown): DelegationRules {
  const rules: { -readonly [Field in keyof DelegationRules]: DelegationRules[Field] } = {
    deniedCommands: [],
    meets: () => true,
  };
  for (const [field, value] of fieldsOf(delegation, '')) {
    if (field === 'allowedTools') rules.allowedTools = new Set(namesIn(value, field));
    else if (field === 'deniedCommands') rules.deniedCommands = namesIn(value, field);
    else if (field === 'effectRestrictions') rules.meets = readRestrictions(value);
    else throw malformed(`/${field}`, 'is no field of a delegation', value);
  }
  return rules;
}

function readRestrictions(restrictions: unknown): DelegationRules['meets'] {
  const checks = fieldsOf(restrictions, '/effectRestrictions').flatMap(([field, value]) =>
    isRecord(value)
      ? Object.entries(value).map(([name, limit]) => toCheck(`${field}/${name}`, limit))
      : [toCheck(field, value)],
  );
  return (effects) => checks.every((check) => check(effects));
}

function toCheck(field: string, limit: unknown): DelegationRules['meets'] {
  const accepted = ACCEPTED.get(field) ?? [];
  const last = accepted.indexOf(limit);
  if (last < 0) throw malformed(`/effectRestrictions/${field}`, 'restricts nothing that is known', limit);
  const keys = field.split('/');
  const values = accepted.slice(0, last + 1);
  return (effects) => values.includes(valueAt(effects, keys));
}

function namesIn(value: unknown, field: string): string[] {
  const names: unknown[] = Array.isArray(value) ? [...value] : [undefined];
  return names.map((name, index) => {
    if (typeof name === 'string' && name.trim() !== '') return name;
    throw malformed(Array.isArray(value) ? `/${field}/${index}` : `/${field}`, 'must be a list of names', value);
  });
}

function fieldsOf(value: unknown, pointer: string): [string, unknown][] {
  // A Map has no fields of its own, and would restrict nothing.
  if (!isPlainObject(value)) throw malformed(pointer, 'must be an object', value);
  return Object.entries(value);
}

/** The error about the value at a JSON Pointer of the delegation. */
export function malformed(pointer: string, problem: string, value: unknown): AtipValidationError {
  return documentError('The delegation cannot be honoured', pointer, problem, value);
}
